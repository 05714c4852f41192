import type { CheckResult } from '../report/clearance/clearance.ts';
import type { Language } from '../report/words/language.ts';
import type { Instant } from '../terms/instants.ts';
import type { Alarm, Format } from './options.ts';

/** What `check` is given, with `--cluster` and with `--gone`. */
export interface CheckFlags {
  readonly config?: string | undefined;
  readonly project?: readonly string[] | undefined;
  readonly format: Format;
  readonly all: boolean;
  readonly failOn: readonly Alarm[];
  readonly lang?: Language | undefined;
  readonly now?: Instant | undefined;
  readonly verbose?: true | undefined;
  readonly quiet?: true | undefined;
  readonly color: boolean;
}

/** Whether what `--fail-on` names is left of the cluster. */
export function isMet({ resources }: CheckResult, failOn: readonly Alarm[]): boolean {
  return resources.some(
    (one) =>
      one.fate === 'remaining' &&
      one.finding.ignored === null &&
      failOn.some((verdict) => verdict === one.finding.verdict),
  );
}

/** Neither instances nor volumes could be listed: nothing can be said. */
export function isUnread({ coverage: { listed } }: CheckResult): boolean {
  return listed.instances === null && listed.volumes === null;
}
