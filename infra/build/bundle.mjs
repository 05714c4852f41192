import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleFunctions } from './bundle-functions.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'dist');

/** The bundled command line. */
export const COMMAND_LINE = join(dist, 'orphan-audit.mjs');
const FINGERPRINT = join(dist, '.fingerprint');

/**
 * Bundles into dist/. Safe while another one builds or runs: chunks are named by their content, every file is renamed
 * into place whole, and the entries come after the chunks that they import.
 */
export async function bundle() {
  const { build } = await import('esbuild');
  const fingerprint = await fingerprintOfSources();
  const [commandLine, functions] = await Promise.all([
    build({
      absWorkingDir: root,
      entryPoints: { 'orphan-audit': 'lib/cli/main.ts' },
      outdir: 'dist',
      bundle: true,
      splitting: true,
      platform: 'node',
      target: 'node20.19',
      format: 'esm',
      outExtension: { '.js': '.mjs' },
      chunkNames: 'chunks/[name]-[hash]',
      // Names stay, so that a stack in a report can be read.
      minifySyntax: true,
      minifyWhitespace: true,
      charset: 'utf8',
      legalComments: 'none',
      logLevel: 'warning',
      write: false,
      // What is CommonJS inside asks for Node's own modules by `require`, which an ES module does not have.
      banner: {
        js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);",
      },
    }),
    bundleFunctions(),
  ]);
  // A chunk carries a hash in its name; an entry does not, and is written after what it imports.
  const files = [...commandLine.outputFiles, ...functions].sort(
    (a, b) => Number(isChunk(b.path)) - Number(isChunk(a.path)),
  );
  for (const file of files)
    await replaceFile(file.path, file.contents, file.path === COMMAND_LINE ? 0o755 : 0o644);
  await replaceFile(FINGERPRINT, fingerprint, 0o644);
  await pruneFunctions(new Set(functions.map(({ path }) => path)));
  return files.map((file) => ({ file: relative(root, file.path), bytes: file.contents.byteLength }));
}

/** Chunks of yesterday's functions. The command line's stay: one that runs may be about to load them. */
async function pruneFunctions(made) {
  const folder = join(dist, 'functions');
  const there = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  await Promise.all(
    there.filter((path) => path.endsWith('.cjs') && !made.has(path)).map((path) => rm(path, { force: true })),
  );
}

function isChunk(path) {
  return /-[A-Z0-9]{8}\.[cm]js$/.test(path);
}

/** Whether dist/ was made from the sources as they are. */
export async function isUpToDate() {
  const [made, now] = await Promise.all([
    readFile(FINGERPRINT, 'utf8').catch(absent),
    fingerprintOfSources(),
  ]);
  return made === now;
}

function absent(error) {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

/** Names, sizes and times: reading every source at every start would cost more than it is worth. */
async function fingerprintOfSources() {
  const folders = ['lib', 'functions', 'infra/build'];
  const listed = await Promise.all(folders.map((folder) => readdir(join(root, folder), { recursive: true })));
  const files = listed.flatMap((names, index) => names.map((name) => join(folders[index], name)));
  const lines = await Promise.all(
    [...files, 'package-lock.json'].sort().map(async (file) => {
      const { size, mtimeMs } = await stat(join(root, file));
      return `${file} ${size} ${mtimeMs}\n`;
    }),
  );
  return createHash('sha256').update(lines.join('')).digest('hex');
}

async function replaceFile(path, contents, mode) {
  await mkdir(dirname(path), { recursive: true });
  const whole = `${path}.${randomUUID()}.tmp`;
  await writeFile(whole, contents);
  await chmod(whole, mode);
  await rename(whole, path);
}
