import { createHmac } from 'node:crypto';
import { formatInstant, HOUR_MS, type Instant, plusMs } from '../terms/instants.ts';
import { type Answer, json, refusal } from './answer.ts';
import type { Project, World } from './world.ts';

/** Documented default (kakaocloud-api 1.1). */
const LIFETIME_MS = 12 * HOUR_MS;

interface Token {
  readonly projectId: string;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

/** The tokens of one simulator: issued to a credential, bound to its project, dead after 12 hours. */
export class Tokens {
  readonly #clock: () => Instant;
  readonly #lifetimeMs: number;
  readonly #live = new Map<string, Token>();
  #issued = 0;

  constructor(clock: () => Instant, lifetimeMs: number = LIFETIME_MS) {
    this.#clock = clock;
    this.#lifetimeMs = lifetimeMs;
  }

  /** `POST /identity/v3/auth/tokens` (kakaocloud-api 1.1). */
  issue(world: World, contentType: string | undefined, body: string): Answer {
    if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
      return refusal('iam', 400, 'Content-Type must be application/json');
    }
    const wanted = readCredential(body);
    if (wanted === undefined) return refusal('iam', 400, 'the body is not a valid authentication request');
    const project = world.projects.find(
      ({ credential, user }) =>
        credential.secret === wanted.secret &&
        (wanted.by === 'id' ? credential.id === wanted.id : user.id === wanted.userId),
    );
    if (project === undefined) {
      return refusal('iam', 401, 'The request you have made requires authentication.');
    }
    this.#issued += 1;
    const issuedAt = this.#clock();
    const token = { projectId: project.id, issuedAt, expiresAt: plusMs(issuedAt, this.#lifetimeMs) };
    const code = createHmac('sha256', project.credential.id).update(String(this.#issued)).digest('base64url');
    const text = `gAAAAA${code}`;
    this.#live.set(text, token);
    return json(201, describe(token, project), { 'x-subject-token': text });
  }

  /** `GET` of the same path: `token` may ask about `subject` (kakaocloud-api 1.2). */
  validate(world: World, token: string | undefined, subject: string | undefined): Answer {
    if (this.projectOf(token) === undefined) {
      return refusal('iam', 401, 'The request you have made requires authentication.');
    }
    const known = this.#valid(subject);
    const project = world.projects.find(({ id }) => id === known?.projectId);
    if (known === undefined || project === undefined) return refusal('iam', 404, 'Could not find token.');
    return json(200, describe(known, project), { 'x-subject-token': subject ?? '' });
  }

  /** The ID of the project that a valid token belongs to. */
  projectOf(token: string | undefined): string | undefined {
    return this.#valid(token)?.projectId;
  }

  expireAll(): void {
    this.#live.clear();
  }

  #valid(token: string | undefined): Token | undefined {
    const found = token === undefined ? undefined : this.#live.get(token);
    return found !== undefined && found.expiresAt > this.#clock() ? found : undefined;
  }
}

type Wanted =
  | { readonly by: 'id'; readonly id: string; readonly secret: string }
  | { readonly by: 'user'; readonly userId: string; readonly secret: string };

/** Both documented forms: access key ID and secret, or key name, secret and owner. */
function readCredential(body: string): Wanted | undefined {
  const credential = part(part(part(parse(body), 'auth'), 'identity'), 'application_credential');
  const id = part(credential, 'id');
  const secret = part(credential, 'secret');
  const userId = part(part(credential, 'user'), 'id');
  if (typeof secret !== 'string') return undefined;
  if (typeof id === 'string') return { by: 'id', id, secret };
  return typeof userId === 'string' ? { by: 'user', userId, secret } : undefined;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function part(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

/** Keystone writes six digits of a second. */
function keystoneTime(at: Instant): string {
  return formatInstant(at).replace(/(\.\d{3})?Z$/, (_, ms: string | undefined) => `${ms ?? '.000'}000Z`);
}

function describe(token: Token, { id, name, user, credential }: Project): object {
  const domain = { id: 'afbb1451f01d502a201a3af939fe884d', name: 'example-corp' };
  return {
    token: {
      methods: ['application_credential'],
      user: { ...user, domain, password_expires_at: null },
      audit_ids: ['c2ltdWxhdG9yLWF1ZGl0LWlk'],
      expires_at: keystoneTime(token.expiresAt),
      issued_at: keystoneTime(token.issuedAt),
      project: { id, name, domain },
      is_domain: false,
      roles: [{ id: 'c26dffb20b74be196363870aa898b13f', name: 'project_reader' }],
      catalog: [
        {
          id: 'b9d6393002e4e0cea2714d809325c44a',
          name: 'keystone',
          type: 'identity',
          endpoints: [
            {
              id: 'f9981cae0d1fdc2c50833f686a8bf7df',
              interface: 'public',
              region: 'kr-central-2',
              region_id: 'kr-central-2',
              url: 'https://iam.kakaocloud.com/identity/v3',
            },
          ],
        },
      ],
      application_credential: { id: credential.id, name: 'orphan-audit', restricted: true },
    },
  };
}
