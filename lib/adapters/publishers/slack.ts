import { messageTextsIn } from '../../publish/messages/language.ts';
import type { MessageOptions } from '../../publish/messages/message.ts';
import { writeMessage } from '../../publish/messages/write.ts';
import { plainId } from '../../publish/names.ts';
import { idOf, type Publication, type Publisher } from '../../publish/publisher.ts';
import type { PatienceOptions } from '../transport/patience.ts';
import { openHttpTarget } from './http-target.ts';
import { publisherId, spokenOf } from './identity.ts';
import { slackMessage } from './slack-blocks.ts';

export interface SlackOptions extends MessageOptions, PatienceOptions {
  /** Where the address stands, of which the publisher's ID is made. */
  readonly source: string;
  /** Of an incoming webhook: whoever has it can write into the channel. */
  readonly url: string;
  readonly takes: readonly Publication['kind'][];
}

/**
 * Tells a Slack channel through an incoming webhook. Slack knows no repetition by itself: one that was sent, and whose
 * answer was lost, can stand there twice, with the same ID at its end.
 */
export function createSlackPublisher({ source, takes, ...options }: SlackOptions): Publisher {
  const target = openHttpTarget({ ...options, secrets: [] });
  return {
    id: publisherId('slack', source),
    place: target.place,
    role: 'messenger',
    takes,
    async publish(publication, circumstances) {
      const message = writeMessage(publication, options, circumstances);
      const body = JSON.stringify(slackMessage(message, messageTextsIn(options.language)));
      await target.send(spokenOf(publication), () => ({
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'idempotency-key': plainId(idOf(publication)),
        },
        body,
      }));
      return target.place;
    },
  };
}
