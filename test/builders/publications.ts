import type { Alert, AlertItem } from '../../lib/publish/alert.ts';
import type { Publication } from '../../lib/publish/publisher.ts';
import type { Report } from '../../lib/report/report.ts';
import { reportOf } from '../report/worlds.ts';
import { aJudgedInstance, someProjectVerdicts } from './judged.ts';
import { anId, at } from './ledger.ts';

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
