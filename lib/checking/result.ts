import { failuresOf } from '../auditing/clusters.ts';
import { once } from '../auditing/told.ts';
import type { Cluster } from '../inventory/cluster.ts';
import type { ClusterRecord, RetiredEntry } from '../ledger/entries.ts';
import { buildReport, type ReportInput } from '../report/build.ts';
import {
  type CheckedCluster,
  type CheckedResource,
  type CheckResult,
  type ClusterState,
  FATES,
  type FateCounts,
  type KeyringAdvice,
  NOT_LOOKED_AT,
  ORIGINS,
  type RecordCoverage,
} from '../report/clearance/clearance.ts';
import type { Finding } from '../report/report.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { ClusterUid } from '../terms/ids.ts';
import { formatInstant, type Instant } from '../terms/instants.ts';
import type { Readable } from '../terms/readable.ts';
import { absurd } from '../terms/words.ts';
import type { Judged, ProjectVerdicts } from '../verdict/judged.ts';
import { clearanceFor } from './clear.ts';
import type { Proofs } from './prove.ts';
import type { RecordedCluster } from './recorded.ts';
import type { Candidate } from './resolve.ts';
import type { SoughtFate } from './sought.ts';

/** Everything that a check found out, in the core's words. */
export interface CheckFindings extends Pick<ReportInput, 'run' | 'ignore' | 'prices' | 'language'> {
  readonly uid: ClusterUid;
  /** `undefined`: nobody knows the UID. */
  readonly candidate: Candidate | undefined;
  readonly state: ClusterState;
  readonly clusters: Readable<readonly Cluster[]>;
  readonly proofs: Proofs;
  /** This cluster's. */
  readonly records: readonly ClusterRecord[];
  readonly retired: RetiredEntry | undefined;
  readonly damage: string | undefined;
  readonly recorded: RecordedCluster;
  readonly fates: readonly SoughtFate[];
  readonly unattributedPersistentVolumes: number;
  readonly verdicts: ProjectVerdicts;
  readonly keyringServesOthers: boolean;
}

/** Puts what a check found out into its result. Pure: the same findings give the same result, key for key. */
export function checkResult(found: CheckFindings): CheckResult {
  const { run, state, fates, verdicts, recorded } = found;
  const failures = failuresIn(found);
  // Rows of another project are not judged, and so keep an audit complete; what clears a cluster must have seen all.
  const complete = verdicts.complete && verdicts.problems.length + failures.length === 0;
  const summary = { instances: countsOf('instance', fates), volumes: countsOf('volume', fates) };
  const records = recordCoverage(found);
  const clearance = clearanceFor({
    state,
    summary,
    records,
    nodeClaimsUnclear: recorded.nodeClaimsUnclear,
    complete,
  });
  return {
    schemaVersion: '1',
    run: {
      id: run.id,
      startedAt: formatInstant(run.startedAt),
      finishedAt: formatInstant(run.finishedAt),
      asOf: formatInstant(run.asOf),
      complete,
      project: { ...verdicts.project, id: verdicts.project.id ?? null },
      problems: once([...verdicts.problems, ...failures, ...verdicts.warnings]).map(
        ({ code, message, remedy }) => ({
          code,
          project: verdicts.project.name,
          message,
          remedy,
        }),
      ),
    },
    cluster: checkedCluster(found),
    summary,
    resources: resourcesOf(found),
    coverage: {
      records,
      recorded: {
        nodeClaims: recorded.nodeClaims,
        nodeClaimsWithoutInstance: recorded.nodeClaimsWithoutInstance,
        nodeClaimsUnclear: recorded.nodeClaimsUnclear,
        persistentVolumesUnclear: recorded.persistentVolumesUnclear,
        instancesWithoutVolumes: recorded.instancesWithoutVolumes,
      },
      listed: {
        instances: verdicts.listed.instances ?? null,
        volumes: verdicts.listed.volumes ?? null,
        clusters: found.clusters.kind === 'read' ? found.clusters.value.length : null,
      },
      unattributedPersistentVolumes: found.unattributedPersistentVolumes,
      notLookedAt: NOT_LOOKED_AT,
    },
    clearance,
    keyring: keyringAdvice(clearance.granted, found.keyringServesOthers),
  };
}

/** Beside the audit's own: of the GETs, of the second look at the clusters, and of what contradicts itself. */
function failuresIn({ fates, proofs, state, uid, verdicts }: CheckFindings): readonly AuditFailure[] {
  const { list, byName } = proofs.clusters;
  const failures = [
    ...fates.flatMap(({ fate }) => (fate.kind === 'unreadable' ? [fate.failure] : [])),
    ...failuresOf([list, ...byName.values()]),
  ];
  if (state.kind !== 'unreadable') return failures;
  const isTold = [...verdicts.problems, ...failures].some(({ message }) => message === state.why);
  return isTold ? failures : [...failures, unprovenState(uid, state.why)];
}

function unprovenState(uid: ClusterUid, why: string): AuditFailure {
  return new AuditFailure(
    'owner-unreadable',
    `it is not proven whether cluster ${uid} is gone: ${why}`,
    'run the check again in some minutes; if it stays so, ask the help desk about the cluster',
  );
}

function countsOf(kind: Judged['kind'], fates: readonly SoughtFate[]): FateCounts {
  const ofKind = fates.filter(({ sought }) => sought.kind === kind);
  const recorded = ofKind.filter(({ sought }) => sought.origin === 'recorded');
  const meeting = (fate: SoughtFate['fate']['kind']) =>
    recorded.filter((one) => one.fate.kind === fate).length;
  return {
    recorded: recorded.length,
    gone: meeting('gone'),
    remaining: meeting('remaining'),
    unreadable: meeting('unreadable'),
    found: ofKind.filter(({ sought }) => sought.origin === 'found').length,
    unattributed: ofKind.filter(({ sought }) => sought.origin === 'unattributed').length,
  };
}

function recordCoverage({ records, retired, damage }: CheckFindings): RecordCoverage {
  const times = records.map(({ recordedAt }) => recordedAt);
  const having = (part: 'nodeClaims' | 'instances' | 'persistentVolumes') =>
    records.filter((record) => record[part] !== undefined);
  return {
    count: records.length,
    live: records.filter(({ source }) => source === 'live').length,
    imported: records.filter(({ source }) => source === 'import').length,
    withNodeClaims: having('nodeClaims').length,
    withInstances: having('instances').length,
    withPersistentVolumes: having('persistentVolumes').length,
    first: timeOrNull(times.at(0)),
    last: timeOrNull(times.at(-1)),
    nodeClaimsLastRead: timeOrNull(having('nodeClaims').at(-1)?.recordedAt),
    retired:
      retired === undefined
        ? null
        : { at: formatInstant(retired.retiredAt), provenAt: formatInstant(retired.provenAt) },
    damage: damage ?? null,
  };
}

function checkedCluster({ uid, candidate, state, clusters }: CheckFindings): CheckedCluster {
  const names = candidate?.names ?? [];
  const listed = clusters.kind === 'read' ? clusters.value : [];
  return {
    uid,
    names,
    consoleIds: candidate?.consoleIds ?? [],
    state,
    namesakes: listed
      .filter((cluster) => cluster.uid !== uid && names.includes(cluster.name))
      .map((cluster) => ({ uid: cluster.uid ?? null, name: cluster.name, phase: cluster.phase })),
  };
}

/** What is left first, and in it what was recorded; then by kind and ID. */
function resourcesOf(found: CheckFindings): readonly CheckedResource[] {
  const findings = findingsOf(found);
  return found.fates
    .map((one) => checkedResource(one, findings))
    .toSorted(
      (a, b) =>
        FATES.indexOf(a.fate) - FATES.indexOf(b.fate) ||
        ORIGINS.indexOf(a.origin) - ORIGINS.indexOf(b.origin) ||
        compareText(`${a.kind} ${a.id}`, `${b.kind} ${b.id}`),
    );
}

function checkedResource(
  { sought, fate }: SoughtFate,
  findings: ReadonlyMap<string, Finding>,
): CheckedResource {
  const { kind, id, origin, tie } = sought;
  const name = fate.kind === 'remaining' ? fate.judged.resource.name : (sought.name ?? null);
  const checked = {
    kind,
    id,
    name,
    origin,
    tie,
    nodeClaim: sought.nodeClaim ?? null,
    recordedAt: timeOrNull(sought.recordedAt),
  };
  switch (fate.kind) {
    case 'gone':
      return { ...checked, fate: 'gone' };
    case 'unreadable':
      return { ...checked, fate: 'unreadable', why: fate.failure.message };
    case 'remaining': {
      const finding = findings.get(`${kind} ${id}`);
      if (finding === undefined) throw new TypeError(`${kind} ${id} was judged and is in no report`);
      return { ...checked, fate: 'remaining', finding };
    }
    default:
      return absurd(fate);
  }
}

/** The remaining ones as an audit would report them. */
function findingsOf({ fates, verdicts, ...found }: CheckFindings): ReadonlyMap<string, Finding> {
  const judged = fates.flatMap(({ fate }) => (fate.kind === 'remaining' ? [fate.judged] : []));
  const { run, ignore, prices, language } = found;
  const projects = [{ ...verdicts, judged }];
  const { findings } = buildReport({ run, projects, ignore, prices, language, all: true });
  return new Map(findings.map((finding) => [`${finding.resource.kind} ${finding.resource.id}`, finding]));
}

function keyringAdvice(isCleared: boolean, servesOthers: boolean): KeyringAdvice {
  if (!isCleared) return { mayBeRetired: false, why: 'no-clearance' };
  return servesOthers ? { mayBeRetired: false, why: 'serves-other-clusters' } : { mayBeRetired: true };
}

function timeOrNull(at: Instant | undefined): string | null {
  return at === undefined ? null : formatInstant(at);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
