import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packTar } from 'modern-tar';
import type { Instant } from '../terms/instants.ts';
import type { Ticket } from './ticket.ts';

/** The ticket as a `.tar.gz`. The same ticket gives the same bytes: nothing of this machine, its user or its clock. */
export async function archive({ folder, files }: Ticket, asOf: Instant): Promise<Uint8Array> {
  const entries = files.map(({ path, bytes }) => ({
    header: {
      name: `${folder}/${path}`,
      type: 'file' as const,
      size: bytes.length,
      mode: 0o644,
      mtime: new Date(asOf),
      uid: 0,
      gid: 0,
    },
    body: bytes,
  }));
  return promisify(gzip)(await packTar(entries), { level: 9 });
}
