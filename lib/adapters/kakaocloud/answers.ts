import type * as z from 'zod';
import { AuditFailure } from '../../terms/failure.ts';
import type { KakaoCloudCall, Service } from './calls.ts';

/** A call as messages name it. The query is left out. */
export interface Asked {
  readonly method: KakaoCloudCall['method'];
  readonly service: Service;
  readonly path: string;
}

export function spoken(asked: Asked): string {
  return `${asked.service}: ${asked.method} ${asked.path}`;
}

const REPORT_IT =
  'nothing is concluded from this answer; if the API has changed, report it, with the message, to the maintainers of this tool';

/** The cloud answered something else than its documentation says. */
export function unexpected(asked: Asked, what: string): AuditFailure {
  return new AuditFailure('answer-unexpected', `${spoken(asked)} answered ${what}`, REPORT_IT);
}

/**
 * Reads a part of an answer; the failure names the first field that is not what it should be, and what it is.
 *
 * @param at where in the answer the value stands
 */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  asked: Asked,
  at = '',
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw misread(result.error, value, asked, at);
}

/** Names the first field of a value that its schema does not take. */
export function misread(
  error: z.ZodError | undefined,
  value: unknown,
  asked: Asked,
  at: string,
): AuditFailure {
  const issue = error?.issues[0];
  const path = issue?.path ?? [];
  const expected = issue?.code === 'invalid_type' ? `, which is no ${issue.expected}` : '';
  return unexpected(asked, `${pathText(at, path)} = ${shown(valueAt(value, path))}${expected}`);
}

function pathText(at: string, path: readonly PropertyKey[]): string {
  const text = path.reduce<string>(
    (so, step) => (typeof step === 'number' ? `${so}[${step}]` : `${so}.${String(step)}`),
    at,
  );
  return text.replace(/^\./, '');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, step) => (isObject(at) ? Reflect.get(at, step) : undefined), value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const LONGEST_SHOWN = 60;

/** A found value in a message; what is long is cut. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

const LONGEST_MESSAGE = 200;

/**
 * What the cloud itself says about a refusal: `error.message` (Keystone, bcs and its kin), `message` (the config
 * service) or `detail` (FastAPI). `undefined` for anything else; a web page is not shown.
 */
export function cloudMessage(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  if ('error' in body && isObject(body.error)) return errorText(body.error);
  if ('detail' in body) return detailText(body.detail);
  return 'message' in body ? line(body.message) : undefined;
}

function errorText(error: object): string | undefined {
  const message = 'message' in error ? line(error.message) : undefined;
  const code = 'code' in error ? line(error.code) : undefined;
  return message ?? code;
}

function detailText(detail: unknown): string | undefined {
  if (!Array.isArray(detail)) return line(detail);
  const first: unknown = detail[0];
  if (!isObject(first)) return undefined;
  const message = 'msg' in first ? line(first.msg) : undefined;
  const place = 'loc' in first && Array.isArray(first.loc) ? first.loc.join('.') : undefined;
  return message === undefined || place === undefined ? message : line(`${place}: ${message}`);
}

function line(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).replaceAll(/\s+/g, ' ').trim();
  if (text === '') return undefined;
  return text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE)}…`;
}

/**
 * Whether a 404 comes from something else than the API, whose own always carries an `error` (kakaocloud-api 7): a proxy,
 * a web page, a route that is not there. Such a 404 proves no absence.
 */
export function isRouteMissing(contentType: string, body: unknown): boolean {
  return /html/i.test(contentType) || !isObject(body) || !('error' in body) || !isObject(body.error);
}
