import { buildReport, type ReportInput } from '../../lib/report/build.ts';
import type { Language } from '../../lib/report/language.ts';
import type { Report } from '../../lib/report/report.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { uid8Of } from '../../lib/terms/ids.ts';
import type { Judged } from '../../lib/verdict/judged.ts';
import { aJudgedInstance, aJudgedVolume, someProjectVerdicts } from '../builders/judged.ts';
import { aClusterUid, anId, at } from '../builders/ledger.ts';

/** The reports that the golden files and the documentation show. */

export function reportOf(parts: Partial<ReportInput> & { readonly judged?: readonly Judged[] } = {}): Report {
  const { judged = [], ...input } = parts;
  return buildReport({
    run: {
      id: 'run-20261130-0600',
      startedAt: at('2026-11-30T06:00:00Z'),
      finishedAt: at('2026-11-30T06:00:07.250Z'),
      asOf: at('2026-11-30T06:00:00Z'),
    },
    projects: [someProjectVerdicts({ judged })],
    ignore: [],
    language: 'en',
    all: false,
    ...input,
  });
}

/** One project after a cluster was deleted: something of every verdict. */
export function aftermath(language: Language): Report {
  return reportOf({
    language,
    projects: [someProjectVerdicts({ listed: { instances: 84, volumes: 125 }, judged: everyVerdict() })],
    ignore: [{ id: anId(9), reason: 'kept for the migration', until: at('2027-01-31T15:00:00Z') }],
  });
}

/** Two projects, one of which could not be read whole. */
export function brokenNight(language: Language): Report {
  return reportOf({
    language,
    projects: [
      someProjectVerdicts({ judged: [aJudgedInstance()] }),
      someProjectVerdicts({
        project: { name: 'shop-dev', region: 'kr-central-2', id: undefined },
        listed: { instances: undefined, volumes: 12 },
        complete: false,
        problems: [
          new AuditFailure(
            'rate-limited',
            'page 3 of the instances of project shop-dev was refused with 429 until the retry budget of 30 s was spent',
            'run the audit again later, or raise retryBudget',
          ),
        ],
      }),
    ],
  });
}

export function cleanNight(language: Language): Report {
  return reportOf({ language, projects: [someProjectVerdicts({ listed: { instances: 84, volumes: 125 } })] });
}

function everyVerdict(): readonly Judged[] {
  const clusterUid = aClusterUid('9c41d2e7', 2);
  const batch = {
    kind: 'agreed',
    owner: { clusterUid, uid8: uid8Of(clusterUid), clusterName: 'batch', nodeClaim: 'spot-x9k2m' },
  } as const;
  return [
    aJudgedInstance(),
    aJudgedVolume({
      judgement: {
        verdict: 'orphan',
        reason: 'cluster-gone',
        by: { table: 'volumes', rule: 15 },
        warnings: ['has-snapshots'],
        assurance: 'recorded',
      },
    }),
    aJudgedInstance({
      resource: {
        id: anId(2),
        name: 'karpenter-9c41d2e7-spot-with-a-rather-long-nodepool-name-x9k2m',
        flavor: 'p2a.16xlarge',
        createdAt: at('2026-11-29T20:10:00Z'),
      },
      evidence: {
        identity: batch,
        cluster: { kind: 'alive', phase: 'Provisioned', witness: 'asked' },
        signature: { kind: 'unverified', why: 'no-scheme' },
      },
      judgement: {
        verdict: 'orphan',
        reason: 'claim-gone',
        by: { table: 'instances', rule: 22 },
        warnings: [],
        assurance: 'recorded',
      },
      nextStep: 'restore-controller',
      goneSince: { earliest: undefined, latest: at('2026-11-30T05:00:00Z') },
    }),
    aJudgedInstance({
      resource: {
        id: anId(3),
        name: 'karpenter-2c32ae2c-general-m4n5p',
        billing: 'unknown',
        status: 'shelved',
      },
      evidence: {
        record: { kind: 'unrecorded' },
        signature: { kind: 'unknown-key', keyId: '2025-11' },
        state: { kind: 'present', status: 'shelved' },
      },
      judgement: {
        verdict: 'ambiguous',
        reason: 'signing-key-missing',
        by: { table: 'instances', rule: 18 },
        warnings: [],
      },
      nextStep: 'restore-keyring',
      goneSince: { earliest: undefined, latest: undefined },
    }),
    aJudgedInstance({
      resource: { id: anId(4), name: '웹서버-운영-01', createdAt: undefined },
      evidence: {
        name: { kind: 'other' },
        age: { kind: 'unknown', detail: 'the cloud gave no creation time' },
      },
      judgement: {
        verdict: 'ambiguous',
        reason: 'age-unknown',
        by: { table: 'instances', rule: 6 },
        warnings: [],
      },
      nextStep: 'investigate',
      goneSince: { earliest: undefined, latest: undefined },
    }),
    aJudgedVolume({
      resource: {
        id: anId(0x102),
        name: '',
        status: 'in_use',
        state: 'in-use',
        instanceId: anId(3),
        saysAttached: true,
        sizeGiB: 200,
      },
      evidence: {
        attachment: { kind: 'attached', instanceId: anId(3), verdict: 'ambiguous' },
        state: { kind: 'in-use', status: 'in_use' },
        recordedInstance: { kind: 'unrecorded' },
        record: { kind: 'unrecorded' },
        identity: { kind: 'none', uid8: undefined, nodeClaim: undefined },
      },
      judgement: { verdict: 'held', reason: 'attached', by: { table: 'volumes', rule: 4 }, warnings: [] },
      nextStep: 'investigate',
      goneSince: { earliest: undefined, latest: undefined },
    }),
    aJudgedVolume({
      resource: { id: anId(0x103), name: 'checkout-data', sizeGiB: 1024 },
      judgement: {
        verdict: 'retained',
        reason: 'kept-on-termination',
        by: { table: 'volumes', rule: 13 },
        warnings: [],
      },
      nextStep: 'investigate',
    }),
    aJudgedInstance({
      resource: {
        id: anId(5),
        name: 'karpenter-9c41d2e7-spot-a1b2c',
        createdAt: at('2026-11-30T05:42:00Z'),
      },
      evidence: { identity: batch, age: { kind: 'young', createdAt: at('2026-11-30T05:42:00Z') } },
      judgement: { verdict: 'settling', reason: 'young', by: { table: 'instances', rule: 7 }, warnings: [] },
      nextStep: 'none',
      goneSince: { earliest: undefined, latest: undefined },
    }),
    ...[0x20, 0x21, 0x22, 0x23].map((n) =>
      aJudgedInstance({
        resource: { id: anId(n), name: `karpenter-9c41d2e7-spot-in-use-${n}` },
        evidence: {
          identity: batch,
          claim: { kind: 'claimed', nodeClaim: `spot-in-use-${n}`, cluster: 'batch' },
        },
        judgement: {
          verdict: 'in-use',
          reason: 'claimed',
          by: { table: 'instances', rule: 3 },
          warnings: n === 0x23 ? ['renamed'] : [],
        },
        nextStep: 'none',
        goneSince: { earliest: undefined, latest: undefined },
      }),
    ),
    aJudgedInstance({ resource: { id: anId(9), name: 'karpenter-2c32ae2c-general-ign0r' } }),
  ];
}
