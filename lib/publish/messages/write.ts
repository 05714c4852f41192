import { absurd } from '../../terms/words.ts';
import type { Circumstances, Publication } from '../publisher.ts';
import type { Message, MessageOptions } from './message.ts';
import { alertMessage } from './of-alert.ts';
import { checkMessage } from './of-check.ts';
import { reportMessage } from './of-report.ts';

export function writeMessage(
  publication: Publication,
  options: MessageOptions,
  { storedAt }: Circumstances,
): Message {
  switch (publication.kind) {
    case 'report':
      return reportMessage(publication.report, options, linkOf(options.link, storedAt));
    case 'alert':
      return alertMessage(publication.alert, options, linkOf(options.link, publication.alert.reportPlace));
    case 'check':
      return checkMessage(publication, options, linkOf(options.link, storedAt));
    default:
      return absurd(publication);
  }
}

function linkOf(link: string | undefined, place: string | null): string | null {
  if (link === undefined) return place;
  if (!link.endsWith('/')) return link;
  const file = place?.split(/[/\\]/).at(-1) ?? '';
  return link + encodeURIComponent(file);
}
