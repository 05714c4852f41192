import { pino } from 'pino';
import * as z from 'zod';
import type { Surroundings } from '../config/wiring.ts';
import { AuditFailure } from '../terms/failure.ts';
import { type Instant, instantFromMs, plusMs, SECOND_MS } from '../terms/instants.ts';
import type { Progress } from './progress.ts';

/** What a serverless runtime says of the invocation; the part of Lambda's context that is used. */
export interface InvocationContext {
  readonly awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

/** One run of a function. */
export interface Invocation<Event> {
  readonly event: Event;
  /** The runtime's ID of the invocation: the same when it tries once more. */
  readonly requestId: string;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly surroundings: Surroundings;
}

/** One JSON line an event. */
export type Log = pino.Logger;

/** Of the functions that take all projects, or some. */
export const projectsEvent = z.strictObject({ projects: z.array(z.string().min(1)).min(1).optional() });

/** For telling what was found, and for writing it down, before the runtime ends the process. */
const RESERVE_MS = 30 * SECOND_MS;

/** Nobody logs these; should somebody do it one day, they are gone all the same. */
const SECRETS = ['token', 'secret', 'authorization', 'x-auth-token'].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
]);

/**
 * Opens an invocation: the event checked, a log that names it, and a deadline that leaves time to tell what was found.
 *
 * @param usage what a person is to send
 * @throws AuditFailure `bad-usage` when the event is not of the schema
 */
export function openInvocation<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  usage: string,
  event: unknown,
  context: InvocationContext,
): Invocation<z.output<Schema>> {
  const parsed = schema.safeParse(event);
  if (!parsed.success) {
    throw new AuditFailure(
      'bad-usage',
      `the event of the function ${name} cannot be understood: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
      usage,
    );
  }
  const clock = () => instantFromMs(Date.now());
  const requestId = context.awsRequestId;
  const log = pino(
    { base: { function: name, requestId }, level: process.env.LOG_LEVEL || 'info', redact: SECRETS },
    // The runtime freezes the process as soon as it has its answer: what is not written by then may never be.
    pino.destination({ dest: 1, sync: true }),
  );
  return {
    event: parsed.data,
    requestId,
    clock,
    log,
    surroundings: {
      clock,
      env: process.env,
      log,
      signal: undefined,
      deadline: plusMs(clock(), context.getRemainingTimeInMillis() - RESERVE_MS),
    },
  };
}

/** Logs each step, with the project that it is of. */
export function logged(log: Log): Progress {
  return ({ project, text }) => log.info({ project }, text);
}

export const PROJECTS_USAGE =
  'send {} for all projects, or {"projects": ["name", …]}; for a schedule say so in its input';
