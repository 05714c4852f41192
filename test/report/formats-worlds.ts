import type {
  Finding,
  FindingCost,
  Report,
  ReportedKeyring,
  ReportedResource,
} from '../../lib/report/report.ts';
import { aJudgedInstance, someProjectVerdicts } from '../builders/judged.ts';
import { anId } from '../builders/ledger.ts';
import { reportOf } from './worlds.ts';

export const TIMEZONE = 'Asia/Seoul';

export interface Patch {
  readonly resource?: Partial<ReportedResource>;
  readonly cost?: Partial<FindingCost>;
  readonly owner?: Finding['owner'];
  readonly finding?: Partial<Finding>;
}

/** A report of one orphan for each patch, the same but for what the patch says. */
export function orphans(...patches: readonly Patch[]): Report {
  const report = reportOf({
    projects: [
      someProjectVerdicts({
        judged: patches.map((_, n) => aJudgedInstance({ resource: { id: anId(n + 1) } })),
      }),
    ],
  });
  return {
    ...report,
    findings: report.findings.map((finding, n) => {
      const { resource = {}, cost = {}, owner, finding: over = {} } = patches[n] ?? {};
      return {
        ...finding,
        ...(owner === undefined ? {} : { owner }),
        ...over,
        resource: { ...finding.resource, ...resource },
        cost: { ...finding.cost, ...cost },
      };
    }),
  };
}

/** 100 KRW an hour since the middle of September, give or take half a day. */
export const LINGERING: FindingCost = {
  currency: 'KRW',
  perHour: 100,
  perDay: 2400,
  perMonth: 73_000,
  since: { earliest: '2026-09-15T00:00:00Z', latest: '2026-09-15T12:00:00Z' },
  lingering: { min: 181_800, max: 183_000 },
  missingPrices: [],
};

/** Without keys: who writes a format that has no room for them asks only whether it is sound. */
export function aKeyring(clusters: readonly string[] | null, sound: boolean): ReportedKeyring {
  return { clusters, sound, keep: true, advice: 'instances of its clusters are left', keys: [] };
}

/** One orphan of which every text that comes from outside is this one. */
export function hostile(text: string): Report {
  const report = orphans({
    resource: {
      id: text,
      name: text,
      project: text,
      projectId: text,
      region: text,
      availabilityZone: text,
      status: text,
      flavor: text,
      attachedTo: text,
    },
    owner: { clusterUid: text, uid8: text, clusterName: text, nodeClaim: text },
    cost: { ...LINGERING, currency: text, missingPrices: [text] },
    finding: { nextStep: { code: 'investigate', text } },
  });
  const listed = { instances: 1, volumes: 0 };
  return {
    ...report,
    run: {
      ...report.run,
      id: text,
      complete: false,
      projects: [
        {
          name: text,
          region: text,
          id: text,
          complete: false,
          listed,
          lastCompleteAt: null,
          lastRecordAt: null,
          keyrings: [aKeyring([text], false)],
        },
      ],
      problems: [{ code: 'timed-out', project: text, message: text, remedy: text }],
    },
    summary: {
      ...report.summary,
      cost: {
        ...report.summary.cost,
        currency: text,
        otherCurrencies: [],
        unpriced: 1,
        missingPrices: [{ price: text, count: 1 }],
      },
    },
    findings: report.findings.flatMap((finding) => [
      finding,
      { ...finding, ignored: { reason: text, until: '2027-01-31T15:00:00Z' } },
    ]),
  };
}
