import { randomUUID } from 'node:crypto';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Puts a text in the place of a file, so that a reader sees all of it or all of what was there.
 *
 * @param mode `undefined`: as the process makes its files
 */
export async function replaceFile(path: string, text: string, mode: number | undefined): Promise<void> {
  const whole = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(whole, text);
    if (mode !== undefined) await chmod(whole, mode);
    await rename(whole, path);
  } catch (thrown) {
    await rm(whole, { force: true });
    throw thrown;
  }
}

/** `EACCES` */
export function errnoOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
}
