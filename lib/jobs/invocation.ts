import { pino } from 'pino';
import * as z from 'zod';
import type { Surroundings } from '../config/wiring.ts';
import { AuditFailure } from '../terms/failure.ts';
import { type Instant, instantFromMs, plusMs, SECOND_MS } from '../terms/instants.ts';

/** What a serverless runtime says of the invocation; the part of Lambda's context that is used. */
export interface InvocationContext {
  getRemainingTimeInMillis(): number;
}

/** One run of a function. */
export interface Invocation {
  /** `undefined`: all projects. */
  readonly projects: readonly string[] | undefined;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly surroundings: Surroundings;
}

/** One JSON line an event. */
export type Log = pino.Logger;

const eventSchema = z.strictObject({ projects: z.array(z.string().min(1)).min(1).optional() });

/** For telling what was found, and for writing it down, before the runtime ends the process. */
const RESERVE_MS = 15 * SECOND_MS;

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

/** @throws AuditFailure `bad-usage` when the event is not `{}` or `{"projects": ["name", …]}` */
export function openInvocation(name: string, event: unknown, context: InvocationContext): Invocation {
  const parsed = eventSchema.safeParse(event);
  if (!parsed.success) {
    throw new AuditFailure(
      'bad-usage',
      `the event of the function ${name} cannot be understood: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
      'send {} for all projects, or {"projects": ["name", …]}; for a schedule say so in its input',
    );
  }
  const clock = () => instantFromMs(Date.now());
  const log = pino({ base: { function: name }, level: process.env.LOG_LEVEL || 'info', redact: SECRETS });
  return {
    projects: parsed.data.projects,
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
