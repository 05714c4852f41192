import { spawn, spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { copiesOf, type Stage, textsOf } from './container-image.ts';

// What a builder makes of the Dockerfile's lines, without one.

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Does what the build stage does, with the packages that are here already in place of `npm ci`. */
export async function buildStage(stage: Stage, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await copyAll(stage, root, folder);
  await givePackages(folder);
  const [ci, ...steps] = textsOf(stage.instructions, 'RUN');
  if (ci?.startsWith('npm ci ') !== true) throw new Error('the first step of the build is not npm ci');
  for (const step of steps) {
    const child = spawn('sh', ['-c', step], { cwd: folder });
    const [said, status] = await Promise.all([
      text(child.stderr),
      new Promise((resolve) => child.stdout.resume() && child.on('close', resolve)),
    ]);
    if (status !== 0) throw new Error(`${step}: ${said}`);
  }
  return folder;
}

/**
 * Linked file by file, or copied where they lie on another disk: esbuild would follow a link to the folder, and leave
 * the way there in what it makes.
 */
async function givePackages(folder: string): Promise<void> {
  const names = (await readdir(join(root, 'node_modules'))).filter((name) => !name.startsWith('.'));
  const to = join(folder, 'node_modules');
  await mkdir(to);
  const isDone = ['-rl', '-rf'].some(
    (flags) => spawnSync('cp', [flags, ...names, to], { cwd: join(root, 'node_modules') }).status === 0,
  );
  if (!isDone) throw new Error('the packages cannot be copied');
}

/** Puts together what the image holds, and takes the right to write to it from everybody. */
export async function imageStage(stage: Stage, built: string, folder: string): Promise<string> {
  await mkdir(folder);
  await copyAll(stage, root, folder, (source) => join(built, source.replace(/^\/src\//, '')));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444);
  await chmod(folder, 0o555);
  return folder;
}

async function copyAll(
  stage: Stage,
  context: string,
  folder: string,
  inStage: (source: string) => string = (source) => source,
): Promise<void> {
  for (const { from, sources, target } of copiesOf(stage)) {
    for (const source of sources) {
      // As Docker does it: of a folder its content, a file under its own name into a target that ends in a slash.
      const path = from === undefined ? join(context, source) : inStage(source);
      const to = source.endsWith('/') ? join(folder, target) : join(folder, target, basename(source));
      await cp(path, to, { recursive: true });
    }
  }
}
