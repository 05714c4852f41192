import { readFileSync } from 'node:fs';
import { type EarlyToken, sendTokenRequest, type TokenAnswer } from '../adapters/kakaocloud/early-token.ts';
import type { Credential } from './credentials.ts';

// A packaged function sends its first requests before it loads anything else, its configuration included
// (docs/decisions/2026-11-30-start-up.md). Nothing here may import more than it must.

/** Whom to ask for the token of a project; written at packaging, out of a configuration that was found sound. */
export interface FirstRequest {
  readonly project: string;
  readonly iam: string;
  /** The environment variables that hold the IAM access key. */
  readonly id: string;
  readonly secret: string;
}

interface UnderWay {
  readonly iam: string;
  readonly credential: Credential;
  readonly token: EarlyToken;
}

/** As many projects are audited at once. */
const AT_ONCE = 4;

declare global {
  var earlyTokensUnderWay: Map<string, UnderWay> | undefined;
}

/**
 * The entry of a function, which sends, is bundled apart from the rest, which takes; each has a copy of this file, so what
 * is under way is kept where both find it.
 */
globalThis.earlyTokensUnderWay ??= new Map();
const underWay = globalThis.earlyTokensUnderWay;

/**
 * Asks for the tokens of the projects that the event names. Fulfilled when the requests have gone out; never rejects,
 * because whatever goes wrong here goes wrong again where somebody can tell of it.
 */
export async function sendFirstRequests(file: string, event: unknown): Promise<void> {
  underWay.clear();
  const names = namesIn(event);
  const wanted = readFirstRequests(file).filter(({ project }) => names === undefined || names.has(project));
  for (const { project, iam, id, secret } of wanted.slice(0, AT_ONCE)) {
    const credential = { id: process.env[id]?.trim() ?? '', secret: process.env[secret]?.trim() ?? '' };
    if (credential.id === '' || credential.secret === '') continue;
    underWay.set(project, { iam, credential, token: sendTokenRequest(iam, credential) });
  }
  await Promise.all([...underWay.values()].map(({ token }) => token.sent));
}

/** The answer to a request that was sent early, once, and only to who would send the very same. */
export function takeEarlyToken(
  project: string,
  iam: string,
  { id, secret }: Credential,
): Promise<TokenAnswer | undefined> | undefined {
  const found = underWay.get(project);
  underWay.delete(project);
  if (found === undefined || found.iam !== iam) return undefined;
  return found.credential.id === id && found.credential.secret === secret ? found.token.answer : undefined;
}

function readFirstRequests(file: string): readonly FirstRequest[] {
  try {
    const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(list) ? list.filter(isFirstRequest) : [];
  } catch {
    return [];
  }
}

function isFirstRequest(value: unknown): value is FirstRequest {
  if (typeof value !== 'object' || value === null) return false;
  const keys = new Map<string, unknown>(Object.entries(value));
  return ['project', 'iam', 'id', 'secret'].every((key) => typeof keys.get(key) === 'string');
}

/** `undefined`: all of them. The handler judges the event; here a name that is not there costs nothing. */
function namesIn(event: unknown): ReadonlySet<unknown> | undefined {
  if (typeof event !== 'object' || event === null) return undefined;
  if ('projects' in event && Array.isArray(event.projects)) return new Set<unknown>(event.projects);
  return 'project' in event ? new Set<unknown>([event.project]) : undefined;
}
