import { absurd } from '../../terms/words.ts';
import type { Language } from '../words/language.ts';
import { named } from '../words/printable.ts';
import type { CheckResult, ClusterState, Holders, RecordCoverage } from './clearance.ts';
import type { ClearanceTexts } from './texts.ts';
import { clearanceEn } from './texts-en.ts';
import { clearanceKo } from './texts-ko.ts';

// What a check says, sentence by sentence, before a page or a message has given it a form.

export function clearanceTextsIn(language: Language): ClearanceTexts {
  switch (language) {
    case 'ko':
      return clearanceKo;
    case 'en':
      return clearanceEn;
    default:
      return absurd(language);
  }
}

export interface CheckWording {
  readonly words: ClearanceTexts;
  /** A moment as people read it. */
  readonly time: (iso: string) => string;
}

export function clusterName({ words }: CheckWording, names: readonly string[]): string {
  const name = names.at(-1);
  return name === undefined ? words.noName : named(name);
}

export function stateText({ words, time }: CheckWording, of: ClusterState): string {
  switch (of.kind) {
    case 'alive':
      return words.state.alive(named(of.phase));
    case 'deleting':
      return words.state.deleting(named(of.phase), timeOrNone(time, of.since), of.period);
    case 'gone':
      return words.state.gone(of.byName, timeOrNone(time, of.lastSeenAlive), time(of.goneBy));
    case 'never-known':
      return words.state.neverKnown;
    case 'unreadable':
      return words.state.unreadable(of.why);
    default:
      return absurd(of);
  }
}

/** What the witnesses of a cluster that is being deleted still hold. */
export function witnessLines({ words }: CheckWording, { nodeClaims, nodes }: Holders): readonly string[] {
  const { none, beingDeleted } = words.state;
  const claims = nodeClaims?.map(({ name, isTerminating }) =>
    isTerminating ? beingDeleted(named(name)) : named(name),
  );
  const listed = (names: readonly string[] | undefined) => (names?.length === 0 ? none : names?.join(', '));
  return [words.state.nodeClaims(listed(claims)), words.state.nodes(listed(nodes?.map(named)))];
}

/** Why less is known than records could say. */
export function missingRecords(
  { words, time }: CheckWording,
  { count, retired, damage }: RecordCoverage,
): readonly string[] {
  if (damage !== null) return [words.ledgerDamaged];
  if (count > 0) return [];
  return [retired === null ? words.noRecord : words.retired(time(retired.at), time(retired.provenAt))];
}

/** That nothing of the cluster is left: of a check that grants it. */
export function clearanceText(wording: CheckWording, { cluster, run, summary }: CheckResult): string {
  return wording.words.clearance.granted({
    cluster: clusterName(wording, cluster.names),
    uid: cluster.uid,
    project: projectName(run.project),
    asOf: wording.time(run.asOf),
    instances: summary.instances.gone,
    volumes: summary.volumes.gone,
  });
}

export function coverageLines(
  { words: { coverage: words }, time }: CheckWording,
  { coverage, run }: CheckResult,
): readonly string[] {
  const { records, recorded, listed, unattributedPersistentVolumes, notLookedAt } = coverage;
  return [
    words.listed(listed, projectName(run.project), time(run.asOf)),
    ...(records.first === null || records.last === null
      ? [words.noRecords]
      : [words.records(records, time(records.first), time(records.last)), words.read(records)]),
    words.unseenSince(timeOrNone(time, records.nodeClaimsLastRead)),
    ...some(recorded.nodeClaimsWithoutInstance, words.nodeClaimsWithoutInstance),
    ...some(recorded.nodeClaimsUnclear, words.nodeClaimsUnclear),
    ...some(recorded.persistentVolumesUnclear, words.persistentVolumesUnclear),
    ...some(recorded.instancesWithoutVolumes, words.instancesWithoutVolumes),
    ...some(unattributedPersistentVolumes, words.unattributedPersistentVolumes),
    words.notLookedAt(notLookedAt.map((what) => words.unlooked[what])),
  ];
}

export function keyringText({ words }: CheckWording, { keyring }: CheckResult): string {
  return keyring.mayBeRetired ? words.keyring.mayBeRetired : words.keyring.keep[keyring.why];
}

function projectName({ name, region }: CheckResult['run']['project']): string {
  return `${named(name)} (${named(region)})`;
}

function some(n: number, text: (n: number) => string): readonly string[] {
  return n === 0 ? [] : [text(n)];
}

function timeOrNone(time: CheckWording['time'], iso: string | null): string | undefined {
  return iso === null ? undefined : time(iso);
}
