import { AuditFailure } from '../../terms/failure.ts';
import type { Door, Get } from './door.ts';
import type { Project, TokenLife } from './token.ts';

/** The door with a living token: what the readings are made through. */
export interface Session {
  get<T>(what: Get<T>): Promise<T>;
  token(): Promise<string>;
  project(): Promise<Project>;
}

/** A token may die before its time (kakaocloud-api 1.1): a 401 is worth one more token and one more try, not two. */
export function openSession(door: Door, tokens: TokenLife): Session {
  return {
    get: async <T>(what: Get<T>) => {
      const token = await tokens.current();
      try {
        return await door.get(token, what);
      } catch (thrown) {
        if (!(thrown instanceof AuditFailure && thrown.code === 'unauthorized')) throw thrown;
      }
      return door.get(await tokens.replacementFor(token), what);
    },
    token: tokens.current,
    project: tokens.project,
  };
}
