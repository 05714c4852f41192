import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { build as pretty } from 'pino-pretty';
import * as z from 'zod';
import type { Surroundings } from '../config/wiring.ts';
import type { Sink } from './io.ts';

export interface VerboseLog {
  readonly log: Surroundings['log'];
  close(): void;
}

/**
 * One line an event, for people; among them every HTTP call of every adapter, as undici tells of it. No header, no body
 * and no address of a webhook is told, so that no token and no secret can be.
 */
export function openVerboseLog(sink: Sink, colorize: boolean): VerboseLog {
  const destination = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      sink.write(String(chunk));
      done();
    },
  });
  // As a stream: pino's transports are threads that load files, and a bundle has none.
  const stream = pretty({ colorize, destination, sync: true, singleLine: true, ignore: 'pid,hostname' });
  const log = pino({ level: 'debug', redact: SECRETS }, stream);

  const onAnswer = (message: unknown) => {
    const { request, response } = answered.parse(message);
    log.debug({ status: response.statusCode }, lineOf(request));
  };
  const onBreak = (message: unknown) => {
    const { request, error } = broken.parse(message);
    log.debug({ error: error.code ?? error.name }, lineOf(request));
  };
  subscribe('undici:request:headers', onAnswer);
  subscribe('undici:request:error', onBreak);
  return {
    log,
    close: () => {
      unsubscribe('undici:request:headers', onAnswer);
      unsubscribe('undici:request:error', onBreak);
    },
  };
}

/** Nobody logs these; should somebody do it one day, they are gone all the same. */
const SECRETS = [
  'token',
  'secret',
  'authorization',
  '*.token',
  '*.secret',
  '*.authorization',
  '*["x-auth-token"]',
];

const request = z.object({ method: z.string(), origin: z.coerce.string(), path: z.string() });
const answered = z.object({ request, response: z.object({ statusCode: z.number() }) });
const broken = z.object({
  request,
  error: z.object({ name: z.string(), code: z.union([z.string(), z.number()]).optional() }),
});

/** A list that goes on is named by an opaque text of any length. */
const LONGEST_PATH = 160;

/** Of what is posted to, the host alone: whoever has the address of an incoming webhook can write there. */
function lineOf({ method, origin, path }: z.output<typeof request>): string {
  if (method === 'POST') return `${method} ${origin}/...`;
  const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}...` : path;
  return `${method} ${origin}${shown}`;
}
