import { done, inTrouble, type Tried } from '../transport/trouble.ts';
import type { Send } from './bucket.ts';
import { brokenOff, isNoSuchKey, troubleOf, unexpected } from './refusals.ts';

/** The bytes under a key, whole; `undefined` only when S3 itself says that there is no such key. */
export async function fetchObject(send: Send, key: string): Promise<Tried<Uint8Array | undefined>> {
  const reply = await send({ method: 'GET', key });
  if (reply.kind === 'trouble') return reply;
  if (reply.kind === 'refusal') {
    return isNoSuchKey(reply.refusal) ? done(undefined) : inTrouble(troubleOf(reply.refusal));
  }
  // HTTP knows a body of a stated length from a part of it, and one of no stated length not always. An ETag is of no
  // use here: it is a hash of the bytes for some kinds of encryption only.
  const length = reply.header('content-length');
  if (length === undefined) return inTrouble(unexpected('an object without a Content-Length'));
  if (Number(length) === reply.bytes.length) return done(reply.bytes);
  return inTrouble(brokenOff(`${reply.bytes.length} bytes of an object of ${length}`));
}

/** Puts an object under a key, in the place of what is there. */
export async function putObject(
  send: Send,
  key: string,
  bytes: Uint8Array,
  mediaType: string,
): Promise<Tried<void>> {
  const reply = await send({ method: 'PUT', key, headers: { 'content-type': mediaType }, body: bytes });
  if (reply.kind === 'trouble') return reply;
  return reply.kind === 'answer' ? done(undefined) : inTrouble(troubleOf(reply.refusal));
}
