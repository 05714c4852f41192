import type { Report } from './report.ts';

/** Neither instances nor volumes could be listed, in any of its projects. */
export function isNothingIn({ run }: Report): boolean {
  return run.projects.every(({ listed }) => listed.instances === null && listed.volumes === null);
}
