// `npm run package [-- --config FILE --package FOLDER --stage NAME …]`: checks the configuration, bundles the functions, and
// packages them with osls into .serverless/. It asks no network and no account. What it does not know is for osls.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleFunctions, FIRST_REQUESTS } from './bundle-functions.mjs';
import { FUNCTIONS } from './functions.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const osls = join(root, 'infra/node_modules/.bin/osls');
const { config, package: out, forOsls } = readArguments();

// In a folder of its own: a package holds what is there, and dist/ may hold a chunk of yesterday's.
const staging = await mkdtemp(join(tmpdir(), 'orphan-audit-package-'));
try {
  process.exitCode = existsSync(osls)
    ? await makePackage()
    : refuse([{ message: 'there is no osls in infra', remedy: 'run `npm ci --prefix infra`' }]);
} finally {
  await rm(staging, { recursive: true });
}

function readArguments() {
  const options = {
    config: { type: 'string', default: 'orphan-audit.yaml' },
    package: { type: 'string', default: join(root, '.serverless') },
  };
  const { values, tokens } = parseArgs({ options, strict: false, tokens: true });
  const own = new Set(
    tokens
      .filter(({ name }) => name in options)
      .flatMap(({ index, inlineValue }) => (inlineValue ? [index] : [index, index + 1])),
  );
  return {
    config: resolve(values.config),
    package: resolve(values.package),
    forOsls: process.argv.slice(2).filter((_arg, index) => !own.has(index)),
  };
}

async function makePackage() {
  const { loadSettings, packagedWith } = await readerOfConfigurations();
  const loaded = await loadSettings(config);
  if (loaded.kind === 'faulty') return refuse(loaded.faults);
  const packaged = packagedWith(loaded.settings, dirname(config));
  if (packaged.faults.length > 0) return refuse(packaged.faults);

  for (const path of ['serverless.yml', 'infra/serverless', 'infra/stepfunctions'])
    await cp(join(root, path), join(staging, path), { recursive: true });
  await place('configuration/orphan-audit.yaml', config);
  for (const file of packaged.files) {
    const from = join(dirname(config), file);
    // A scheme that is not there yet is one that nobody has calibrated yet.
    if (existsSync(from)) await place(join('configuration', file), from);
  }
  for (const { path, contents } of await bundleFunctions()) await put(relative(root, path), contents);
  for (const [name, { isTokenFirst }] of Object.entries(FUNCTIONS))
    if (isTokenFirst)
      await put(`dist/functions/${name}/${FIRST_REQUESTS}`, JSON.stringify(packaged.firstRequests));
  const { status } = spawnSync(osls, ['package', ...forOsls], { cwd: staging, stdio: 'inherit' });
  // osls's own --package does nothing where the folder's name ends in .serverless.
  if (status === 0) await cp(join(staging, '.serverless'), out, { recursive: true });
  return status ?? 1;
}

async function place(path, from) {
  await mkdir(dirname(join(staging, path)), { recursive: true });
  await cp(from, join(staging, path));
}

async function put(path, contents) {
  await mkdir(dirname(join(staging, path)), { recursive: true });
  await writeFile(join(staging, path), contents);
}

/** The functions' own reader, so that what it lets through here is let through there. */
async function readerOfConfigurations() {
  const { build } = await import('esbuild');
  const outfile = join(staging, '.reader.cjs');
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `export { loadSettings } from './lib/config/load.ts';
                 export { packagedWith } from './lib/config/packaging.ts';`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
}

function refuse(faults) {
  for (const { message, remedy } of faults) process.stderr.write(`${message}\n  -> ${remedy}\n`);
  return 1;
}
