import { formatInstant } from '../../terms/instants.ts';
import type { Publication, Publisher } from '../publisher.ts';
import { type Memory, nameOf } from './pending.ts';
import { seal } from './sealed.ts';

// publish/delivered/<publisher>/<publication>.json   a messenger has this very publication
//
// A job that is called twice under one run ID comes to the same publication twice, and people shall hear of it once. It is
// written after the delivery: of two at once both may send, under the same key, and one that dies in between sends again.

/** An archive takes the same file again, and is whole afterwards: only messengers are asked about. */
export async function isDelivered(
  memory: Memory | undefined,
  publisher: Publisher,
  publication: Publication,
): Promise<boolean> {
  if (memory === undefined || publisher.role === 'archive') return false;
  return (await memory.store.read(keyOf(publisher, publication))) !== undefined;
}

/** @throws AuditFailure `store-unwritable` */
export async function markDelivered(
  memory: Memory | undefined,
  publisher: Publisher,
  publication: Publication,
): Promise<void> {
  if (memory === undefined || publisher.role === 'archive') return;
  await memory.store.create(keyOf(publisher, publication), seal({ at: formatInstant(memory.now) }));
}

function keyOf({ id }: Publisher, publication: Publication): string {
  return `publish/delivered/${id}/${nameOf(publication)}.json`;
}
