import type { Send } from '../s3/bucket.ts';
import { fetchObject } from '../s3/objects.ts';
import { brokenOff, isNotImplemented, troubleOf } from '../s3/refusals.ts';
import { done, inTrouble, type Tried, type Trouble } from '../transport/trouble.ts';

export type Created = 'created' | 'exists';

/** One object that is to be created, from try to try. */
export interface Creation {
  readonly key: string;
  readonly bytes: Uint8Array;
  /** A PUT of ours was taken, or it is not known what became of it. */
  mayBeOurs: boolean;
}

/**
 * One try to create. What is found under the key decides, before the PUT and after it: so a lost answer does no harm,
 * and a try that comes late does not overwrite what another wrote meanwhile.
 */
export function creator(send: Send, conditionalWrites: 'auto' | 'never') {
  let mayBeConditional = conditionalWrites === 'auto';

  async function put({ key, bytes }: Creation): Promise<Put> {
    const isConditional = mayBeConditional;
    const headers = isConditional ? { 'if-none-match': '*' } : {};
    const reply = await send({ method: 'PUT', key, headers, body: bytes });
    if (reply.kind === 'answer') return { kind: 'written' };
    if (reply.kind === 'trouble') return { kind: 'unknown', trouble: reply.trouble };
    const { refusal } = reply;
    if (refusal.status === 412) return { kind: 'taken' };
    if (isConditional && isNotImplemented(refusal)) return { kind: 'unconditional' };
    return { kind: refusal.status >= 500 ? 'unknown' : 'refused', trouble: troubleOf(refusal) };
  }

  return async function tryToCreate(creation: Creation): Promise<Tried<Created>> {
    const before = await lookFor(send, creation);
    if (before !== 'absent') return before;
    let answer = await put(creation);
    if (answer.kind === 'unconditional') {
      mayBeConditional = false;
      answer = await put(creation);
    }
    if (answer.kind === 'written' || answer.kind === 'unknown') creation.mayBeOurs = true;
    if (answer.kind === 'unknown' || answer.kind === 'refused') return inTrouble(answer.trouble);
    const after = await lookFor(send, creation);
    if (after !== 'absent') return after;
    const said = answer.kind === 'written' ? 'wrote' : 'has';
    return inTrouble(brokenOff(`that it ${said} the key, and then that there is none`));
  };
}

type Put =
  | { readonly kind: 'written' }
  /** The server says that the key is there. */
  | { readonly kind: 'taken' }
  /** The server says that it knows no conditional writes. */
  | { readonly kind: 'unconditional' }
  /** It may have written, and may not. */
  | { readonly kind: 'unknown'; readonly trouble: Trouble }
  | { readonly kind: 'refused'; readonly trouble: Trouble };

async function lookFor(send: Send, { key, bytes, mayBeOurs }: Creation): Promise<Tried<Created> | 'absent'> {
  const found = await fetchObject(send, key);
  if (found.kind === 'trouble') return found;
  if (found.value === undefined) return 'absent';
  return done(mayBeOurs && Buffer.from(found.value).equals(bytes) ? 'created' : 'exists');
}
