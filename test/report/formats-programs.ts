import { spawnSync } from 'node:child_process';

/** Whether a program of this machine can be started, and what a skipped test says if not. */
export function program(name: string): { readonly isThere: boolean; readonly why: string } {
  const isThere = spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
  return { isThere, why: isThere ? '' : ` (skipped: there is no ${name} here)` };
}
