// `npm run bench -- NAME …`: bundles a benchmark of test/bench and runs it. Benchmarks print figures; they judge nothing.
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundle } from './bundle.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const outdir = `${root}dist/bench`;
const entryPoints = (await readdir(`${root}test/bench`))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `test/bench/${name}`);
const programs = ['audit', 'start', 'start-imports', 'worlds', 'late-schemes'].concat(
  entryPoints.some((name) => name.endsWith('/calibrate.ts')) ? ['calibrate'] : [],
);
const [name = 'audit', ...args] = process.argv.slice(2);
if (!programs.includes(name)) {
  process.stderr.write(`no benchmark ${name}; there are: ${programs.join(', ')}\n`);
  process.exit(1);
}
// It starts the functions as they are packaged.
if (name === 'start') await bundle();
await build({
  absWorkingDir: root,
  entryPoints,
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // It bundles, too.
  external: ['esbuild'],
  logLevel: 'warning',
  banner: {
    js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);",
  },
});
const { status } = spawnSync(process.execPath, [`${outdir}/${name}.mjs`, ...args], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
