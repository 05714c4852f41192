import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FUNCTIONS } from './functions.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What a package says beside its configuration: whom to ask for a token before anything else is loaded. */
export const FIRST_REQUESTS = 'first-requests.json';

/** What every bundle has in common. */
const bundled = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  write: false,
};

/**
 * One bundle per function, in a folder of its own. Those that read the cloud have an entry of one small file, which asks for
 * the tokens and loads the rest while they are on their way.
 *
 * @returns {Promise<{ path: string, contents: Uint8Array }[]>} with the paths of files in dist/functions
 */
export async function bundleFunctions() {
  const names = (await readdir(join(root, 'functions')))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'));
  const files = await Promise.all(
    names.map(async (name) => {
      const folder = `dist/functions/${name}`;
      if (!FUNCTIONS[name]?.isTokenFirst) return piecesOf(name, name, folder);
      return [...(await piecesOf(name, MAIN, folder)), ...(await tokenFirst(name, folder))];
    }),
  );
  return files.flat();
}

const MAIN = 'main';

async function tokenFirst(name, folder) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...bundled,
    stdin: {
      contents: `import { sendFirstRequests } from './lib/config/early-tokens.ts';
        export async function handler(event, context) {
          await sendFirstRequests(__dirname + '/${FIRST_REQUESTS}', event);
          return require('./${MAIN}.cjs').handler(event, context);
        }`,
      resolveDir: root,
    },
    external: [`./${MAIN}.cjs`],
    supported: { 'dynamic-import': false },
    format: 'cjs',
    outfile: `${folder}/${name}.cjs`,
  });
  return outputFiles;
}

/**
 * A function in pieces, which are loaded when they are needed. esbuild splits ES modules only, and a CommonJS file starts
 * sooner than an ES module, so each piece is turned into one afterwards.
 */
async function piecesOf(name, entry, outdir) {
  const { build, transform } = await import('esbuild');
  const { outputFiles } = await build({
    ...bundled,
    entryPoints: { [entry]: `functions/${name}.ts` },
    outdir,
    splitting: true,
    format: 'esm',
    outExtension: { '.js': '.cjs' },
    chunkNames: '[name]-[hash]',
    plugins: [lightUndici],
  });
  return Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const { code } = await transform(text, {
        format: 'cjs',
        platform: 'node',
        target: 'node20.19',
        supported: { 'dynamic-import': false },
        minify: true,
        charset: 'utf8',
      });
      return { path, contents: Buffer.from(code) };
    }),
  );
}

/**
 * undici loads HTTP/2, which nobody here speaks, and node:assert, which is asked only when something is wrong: together
 * a third of what it takes to load it. Without the first it has a way of its own (client-h2.js); the second is loaded
 * when an assertion fails.
 */
const lightUndici = {
  name: 'light-undici',
  setup(build) {
    build.onResolve({ filter: /^node:(http2|assert)$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]undici[\\/]/.test(importer) ? { path, namespace: 'light' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'light' }, ({ path }) => ({
      contents: path === 'node:http2' ? 'module.exports = { constants: {} };' : LAZY_ASSERT,
      loader: 'js',
      resolveDir: root,
    }));
  },
};

const LAZY_ASSERT = `module.exports = (value, message) => { if (!value) require('assert')(value, message); };`;
