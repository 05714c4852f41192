import type { CheckResult } from './clearance.ts';
import type { ClearanceTexts } from './clearance-texts.ts';
import { paragraph, wrap } from './layout.ts';
import { ink, type Page } from './page.ts';
import { named } from './printable.ts';

/** A page with the words of a check beside those of a report. */
export interface CheckPage extends Page {
  readonly words: ClearanceTexts;
  /** A moment as people read it. */
  readonly time: (iso: string) => string;
}

/** What a check comes to: whether the cluster is cleared, what that rests on, and what becomes of the keyring. */
export function statement(page: CheckPage, result: CheckResult): readonly (readonly string[])[] {
  return [clearance(page, result), coverage(page, result), keyring(page, result)];
}

export function clusterName({ words }: CheckPage, names: readonly string[]): string {
  const name = names.at(-1);
  return name === undefined ? words.noName : named(name);
}

export function timeOf(time: CheckPage['time'], iso: string | null): string | undefined {
  return iso === null ? undefined : time(iso);
}

function clearance(page: CheckPage, result: CheckResult): readonly string[] {
  const { columns, words } = page;
  const { cluster, run, summary } = result;
  if (!result.clearance.granted) {
    return [
      ...ink(page, 'alarm', wrap(words.clearance.withheldHeading, columns)),
      ...result.clearance.withheld.flatMap((reason) =>
        ink(page, 'plain', paragraph('- ', words.clearance.withheld[reason], columns)),
      ),
    ];
  }
  const text = words.clearance.granted({
    cluster: clusterName(page, cluster.names),
    uid: cluster.uid,
    project: `${named(run.project.name)} (${named(run.project.region)})`,
    asOf: page.time(run.asOf),
    instances: summary.instances.gone,
    volumes: summary.volumes.gone,
  });
  return [...ink(page, 'calm', [words.clearance.heading]), ...ink(page, 'calm', wrap(text, columns))];
}

function coverage(page: CheckPage, { coverage: of, run }: CheckResult): readonly string[] {
  const { columns, time } = page;
  const words = page.words.coverage;
  const { records, recorded, listed, unattributedPersistentVolumes, notLookedAt } = of;
  const project = `${named(run.project.name)} (${named(run.project.region)})`;
  const lines = [
    words.listed(listed, project, time(run.asOf)),
    ...(records.first === null || records.last === null
      ? [words.noRecords]
      : [words.records(records, time(records.first), time(records.last)), words.read(records)]),
    words.unseenSince(timeOf(time, records.nodeClaimsLastRead)),
    ...some(recorded.nodeClaimsWithoutInstance, words.nodeClaimsWithoutInstance),
    ...some(recorded.nodeClaimsUnclear, words.nodeClaimsUnclear),
    ...some(recorded.persistentVolumesUnclear, words.persistentVolumesUnclear),
    ...some(recorded.instancesWithoutVolumes, words.instancesWithoutVolumes),
    ...some(unattributedPersistentVolumes, words.unattributedPersistentVolumes),
    words.notLookedAt(notLookedAt.map((what) => words.unlooked[what])),
  ];
  return [
    ...ink(page, 'strong', [words.heading]),
    ...lines.flatMap((line) => ink(page, 'plain', paragraph('- ', line, columns))),
  ];
}

function some(n: number, text: (n: number) => string): readonly string[] {
  return n === 0 ? [] : [text(n)];
}

function keyring(page: CheckPage, { keyring: advice }: CheckResult): readonly string[] {
  const { columns, words } = page;
  const text = advice.mayBeRetired ? words.keyring.mayBeRetired : words.keyring.keep[advice.why];
  return ink(page, 'strong', paragraph(words.keyring.heading, text, columns));
}
