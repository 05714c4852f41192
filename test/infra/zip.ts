import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

/** One file of a zip. */
export interface Entry {
  readonly name: string;
  readonly bytes: number;
  text(): string;
}

/** What a zip holds, by its central directory: archives as osls makes them, of less than 4 GiB. */
export async function entriesOf(file: string): Promise<readonly Entry[]> {
  const zip = await readFile(file);
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end < 0) throw new Error(`${file} is no zip`);
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, packedBytes, bytes] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
    ];
    const lengths = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ] as const;
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + lengths[0]);
    const text = () => {
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const packed = zip.subarray(from, from + packedBytes);
      return (method === 0 ? packed : inflateRawSync(packed)).toString('utf8');
    };
    if (!name.endsWith('/')) entries.push({ name, bytes, text });
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return entries;
}
