import type { Alert, AlertItem } from '../../lib/publish/alerts/alert.ts';
import { checkPublication } from '../../lib/publish/check-publication.ts';
import { idOf, type Publication } from '../../lib/publish/publisher.ts';
import { type CheckResult, NOT_LOOKED_AT } from '../../lib/report/clearance/clearance.ts';
import type { Report } from '../../lib/report/report.ts';
import { reportOf } from '../report/worlds.ts';
import { aJudgedInstance, someProjectVerdicts } from './judged.ts';
import { aClusterUid, anId, at } from './ledger.ts';

/** A report of one orphan in shop-prod. */
export function aReport(id = 'run-1', asOf = '2026-11-30T06:00:00Z', ...projects: readonly string[]): Report {
  const names = projects.length === 0 ? ['shop-prod'] : projects;
  return reportOf({
    run: { id, startedAt: at(asOf), finishedAt: at(asOf), asOf: at(asOf) },
    projects: names.map((name) =>
      someProjectVerdicts({
        project: { name, region: 'kr-central-2', id: undefined },
        judged: [aJudgedInstance()],
      }),
    ),
  });
}

export function reported(...parts: Parameters<typeof aReport>): Publication {
  return { kind: 'report', report: aReport(...parts) };
}

export function alerted(parts: Partial<Alert> = {}): Publication {
  return { kind: 'alert', alert: anAlert(parts) };
}

/** The check of cluster shop in shop-prod: cleared, unless told otherwise. */
export function checked(parts: Partial<CheckResult> = {}, sequence = 1): Publication {
  return checkPublication(aCheck(parts), sequence);
}

/** The ID of what a stored file of JSON holds; a check is the first of its cluster. */
export function idInFile(text: string): string {
  const file = JSON.parse(text);
  if (file.cluster !== undefined) return idOf(checkPublication(file, 1));
  return file.run?.id ?? file.id;
}

export function aCheck(parts: Partial<CheckResult> = {}): CheckResult {
  const gone = { recorded: 1, gone: 1, remaining: 0, unreadable: 0, found: 0, unattributed: 0 };
  const time = '2026-11-30T06:00:00Z';
  return {
    schemaVersion: '1',
    run: {
      id: 'check-1',
      startedAt: time,
      finishedAt: time,
      asOf: time,
      complete: true,
      project: { name: 'shop-prod', region: 'kr-central-2', id: null },
      problems: [],
    },
    cluster: {
      uid: aClusterUid(),
      names: ['shop'],
      consoleIds: [],
      state: { kind: 'gone', lastSeenAlive: null, goneBy: time, byName: [] },
      namesakes: [],
    },
    summary: { instances: gone, volumes: { ...gone, recorded: 0, gone: 0 } },
    resources: [
      {
        kind: 'instance',
        id: anId(1),
        name: 'karpenter-2c32ae2c-general-1',
        origin: 'recorded',
        tie: 'recorded-node-claim',
        nodeClaim: 'general-1',
        recordedAt: '2026-11-29T06:00:00Z',
        fate: 'gone',
      },
    ],
    coverage: {
      records: {
        count: 1,
        live: 1,
        imported: 0,
        withNodeClaims: 1,
        withInstances: 1,
        withPersistentVolumes: 0,
        first: '2026-11-29T06:00:00Z',
        last: '2026-11-29T06:00:00Z',
        nodeClaimsLastRead: '2026-11-29T06:00:00Z',
        retired: null,
        damage: null,
      },
      recorded: {
        nodeClaims: 1,
        nodeClaimsWithoutInstance: 0,
        nodeClaimsUnclear: 0,
        persistentVolumesUnclear: 0,
        instancesWithoutVolumes: 0,
      },
      listed: { instances: 5, volumes: 7, clusters: 1 },
      unattributedPersistentVolumes: 0,
      notLookedAt: NOT_LOOKED_AT,
    },
    clearance: { granted: true },
    keyring: { mayBeRetired: true },
    ...parts,
  };
}

/** One new orphan in shop-prod, and one that is gone. */
export function anAlert(parts: Partial<Alert> = {}): Alert {
  return {
    id: 'alert-1',
    project: 'shop-prod',
    at: '2026-11-30T06:05:00Z',
    runId: 'run-1',
    asOf: '2026-11-30T06:00:00Z',
    kind: 'changes',
    complete: true,
    lastCompleteAt: '2026-11-30T06:00:00Z',
    waitedSince: null,
    growth: null,
    items: [
      anAlertItem(),
      anAlertItem({ change: 'resolved', resolution: { how: 'gone', at: '2026-11-30T06:00:00Z' } }),
    ],
    totals: {
      count: 1,
      currency: 'KRW',
      perDay: 4320,
      lingering: { min: 38_000, max: 39_000 },
      unpriced: 0,
      otherCurrencies: [],
    },
    reportPlace: null,
    ...parts,
  };
}

export function anAlertItem(parts: Partial<AlertItem> = {}): AlertItem {
  return {
    change: 'new',
    fingerprint: `kakaocloud/shop-prod/instance/${anId(1)}`,
    resource: {
      kind: 'instance',
      id: anId(1),
      name: 'karpenter-2c32ae2c-general-7k2lq',
      region: 'kr-central-2',
    },
    reason: 'cluster-gone',
    currency: 'KRW',
    perDay: 4320,
    lingering: { min: 38_000, max: 39_000 },
    nextStep: 'delete-in-console',
    openedAt: '2026-11-30T06:00:00Z',
    lastSeenAt: '2026-11-30T06:00:00Z',
    resolvedBefore: null,
    perDayBefore: null,
    resolution: null,
    ...parts,
  };
}
