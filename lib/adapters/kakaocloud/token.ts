import * as z from 'zod';
import { AuditFailure } from '../../terms/failure.ts';
import { type Instant, instantFromMs, MINUTE_MS, parseInstant, plusMs } from '../../terms/instants.ts';
import { type Asked, shown, spoken, unexpected } from './answers.ts';
import { ISSUE_TOKEN } from './calls.ts';

/** What IAM answered: the header `X-Subject-Token` and the body. */
export interface IssuedToken {
  readonly header: string | undefined;
  readonly body: unknown;
}

export interface Project {
  readonly id: string;
  readonly name: string | undefined;
}

/** A project's token while it lives; issued when it is first needed. */
export interface TokenLife {
  /** A token that is good for some minutes more. */
  current(): Promise<string>;
  /** Another token than this one, which the cloud would not take any more. */
  replacementFor(refused: string): Promise<string>;
  project(): Promise<Project>;
}

interface Token {
  readonly text: string;
  readonly reusedUntil: Instant;
  readonly project: Project | undefined;
}

/** The rule of KakaoCloud's own Terraform provider (kakaocloud-api 1.1). */
const RESERVE_MS = 5 * MINUTE_MS;
/** So that a clock that is off does not make every call issue a token; a token that has really ended earns a 401. */
const SHORTEST_REUSE_MS = MINUTE_MS;

/**
 * Keeps one token alive. Whoever asks while one is being issued gets that one. A refused key is not tried again: the
 * answer would be the same, and a locked account worse.
 */
export function keepToken(issue: () => Promise<IssuedToken>, clock: () => Instant): TokenLife {
  let token: Token | undefined;
  let inFlight: Promise<Token> | undefined;
  let refusal: AuditFailure | undefined;

  async function issued(): Promise<Token> {
    try {
      token = readToken(await issue(), clock());
      return token;
    } catch (thrown) {
      if (thrown instanceof AuditFailure && thrown.code === 'token-refused') refusal = thrown;
      throw thrown;
    } finally {
      inFlight = undefined;
    }
  }

  async function another(): Promise<Token> {
    if (refusal !== undefined) throw refusal;
    inFlight ??= issued();
    return inFlight;
  }

  async function living(): Promise<Token> {
    return token !== undefined && clock() < token.reusedUntil ? token : another();
  }

  return {
    current: async () => (await living()).text,
    replacementFor: async (refused) => {
      if (token !== undefined && token.text !== refused) return token.text;
      return (await another()).text;
    },
    project: async () => {
      const { project } = token ?? (await living());
      if (project === undefined)
        throw unexpected(ASKED, 'a token without project.id, so that it is of no project');
      return project;
    },
  };
}

const ASKED: Asked = ISSUE_TOKEN;

const tokenAnswer = z.object({
  token: z.object({
    expires_at: z.string().nullish(),
    project: z.object({ id: z.string().nullish(), name: z.string().nullish() }).nullish(),
  }),
});
type TokenAnswer = z.output<typeof tokenAnswer>['token'];

function readToken(answer: IssuedToken, now: Instant): Token {
  const text = answer.header?.trim() ?? '';
  if (text === '') {
    throw new AuditFailure(
      'token-refused',
      `${spoken(ASKED)} answered without the header X-Subject-Token, so there is no token`,
      'see that the iam endpoint in the configuration is the API itself, and run again',
    );
  }
  const { expires_at: end, project } = readBody(answer.body);
  const expiresAt = parseInstant(end);
  if (expiresAt === undefined) {
    throw unexpected(ASKED, `token.expires_at = ${shown(end)}, which is no time with a zone`);
  }
  const reusedUntil = Math.max(plusMs(expiresAt, -RESERVE_MS), plusMs(now, SHORTEST_REUSE_MS));
  return { text, reusedUntil: instantFromMs(reusedUntil), project: readProject(project) };
}

/** No value of this body is ever shown: it may hold the token or the key. */
function readBody(body: unknown): TokenAnswer {
  const result = tokenAnswer.safeParse(body);
  if (result.success) return result.data.token;
  const path = result.error.issues[0]?.path.join('.') ?? '';
  throw unexpected(ASKED, `a body in which "${path}" is not of the documented type`);
}

function readProject(project: TokenAnswer['project']): Project | undefined {
  const id = project?.id?.trim() ?? '';
  return id === '' ? undefined : { id, name: project?.name ?? undefined };
}
