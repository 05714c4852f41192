// A process of its own: the S3 server from npm on a free port of loopback, over the folder that is its argument. It
// prints its address, and ends when its standard input does. Start it with --openssl-legacy-provider: its continuation
// tokens are DES, without which every list of more than one page is a 500.
import { rename } from 'node:fs/promises';
import S3rver from '@20minutes/s3rver';
import FilesystemStore from '@20minutes/s3rver/lib/stores/filesystem.js';

const [directory] = process.argv.slice(2);

// It writes into the object itself, where a reader finds a part of it; object storage shows a PUT whole or not at all.
const { putContent } = FilesystemStore.prototype;
let parts = 0;
FilesystemStore.prototype.putContent = async function (path, content) {
  parts += 1;
  const part = `${path}.part-${parts}`;
  const written = await putContent.call(this, part, content);
  await rename(part, path);
  return written;
};

const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  vhostBuckets: false,
  configureBuckets: [{ name: 'ledger-bucket' }],
});
const { port } = await server.run();
console.log(`http://127.0.0.1:${port}`);
process.stdin.resume().on('end', () => process.exit());
