import { buildReport, type ReportInput } from '../../lib/report/build.ts';
import type { Report } from '../../lib/report/report.ts';
import type { Language } from '../../lib/report/words/language.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { type ClusterUid, uid8Of } from '../../lib/terms/ids.ts';
import type { GoneSince, Judged } from '../../lib/verdict/judged.ts';
import { aJudgedInstance, aJudgedVolume, someProjectVerdicts } from '../builders/judged.ts';
import { aClusterUid, anId, at } from '../builders/ledger.ts';
import { aPrice, aPriceBook, fromDay, GP2 } from '../builders/prices.ts';

/**
 * The reports that the golden files show. `npx vitest run test/report -u` writes the golden files anew; read the
 * difference before it is committed.
 */

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
    prices: undefined,
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

/** Something of everything that a price book can say, and not say, of what was left behind; every price is invented. */
export function pricedNight(language: Language): Report {
  const large = { kind: 'instance-type', name: 'p2a.16xlarge' } as const;
  return reportOf({
    language,
    prices: aPriceBook([
      aPrice({ price: '98.5' }),
      aPrice({ price: '120.25', from: fromDay('2026-11-25') }),
      aPrice({ thing: GP2, price: '146' }),
      aPrice({ thing: large, price: '2.5', currency: 'USD' }),
      aPrice({ thing: { kind: 'volume-type', name: 'archive' }, price: '0.03', currency: 'USD' }),
      aPrice({ thing: { kind: 'instance-type', name: 'm2a.xlarge' }, from: fromDay('2026-11-29') }),
    ]),
    projects: [
      someProjectVerdicts({
        listed: { instances: 84, volumes: 125 },
        judged: [
          aJudgedInstance(),
          aJudgedInstance({
            resource: { ...bornOf('general-broken'), id: anId(2), status: 'error', billing: 'unknown' },
          }),
          aJudgedInstance({
            resource: {
              ...bornOf('general-shelved'),
              id: anId(3),
              status: 'shelved_offloaded',
              billing: 'not-billed',
            },
          }),
          aJudgedInstance({ resource: { ...bornOf('gpu-b2c3d'), id: anId(4), flavor: 'p2a.16xlarge' } }),
          aJudgedInstance({ resource: { ...bornOf('gpu-e4f5g'), id: anId(5), flavor: 'p3a.xlarge' } }),
          aJudgedInstance({ resource: { ...bornOf('general-past'), id: anId(6), flavor: 'm2a.xlarge' } }),
          aJudgedVolume(),
          aJudgedVolume({ resource: { id: anId(0x102), volumeType: 'archive', sizeGiB: 4 } }),
          aJudgedVolume({
            resource: { id: anId(0x103), status: 'in_use', state: 'in-use', instanceId: anId(1) },
            judgement: {
              verdict: 'held',
              reason: 'attached',
              by: { table: 'volumes', rule: 4 },
              warnings: [],
            },
            nextStep: 'investigate',
          }),
          aJudgedInstance({
            resource: { ...bornOf('general-used'), id: anId(7) },
            judgement: {
              verdict: 'in-use',
              reason: 'claimed',
              by: { table: 'instances', rule: 3 },
              warnings: [],
            },
            nextStep: 'none',
            goneSince: UNKNOWN,
          }),
        ],
      }),
    ],
  });
}

function everyVerdict(): readonly Judged[] {
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
        ...bornOf('spot-with-a-rather-long-nodepool-name-x9k2m', BATCH),
        id: anId(2),
        flavor: 'p2a.16xlarge',
        createdAt: at('2026-11-29T20:10:00Z'),
      },
      evidence: {
        ...livingOwner('spot-with-a-rather-long-nodepool-name-x9k2m'),
        record: recordOf('spot-with-a-rather-long-nodepool-name-x9k2m'),
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
      resource: { ...bornOf('general-m4n5p'), id: anId(3), billing: 'unknown', status: 'shelved' },
      evidence: {
        record: { kind: 'unrecorded' },
        signature: { kind: 'unknown-key', keyId: '2025-11' },
        identity: ownedBy('shop', aClusterUid(), 'general-m4n5p'),
      },
      judgement: {
        verdict: 'ambiguous',
        reason: 'signing-key-missing',
        by: { table: 'instances', rule: 18 },
        warnings: [],
      },
      nextStep: 'restore-keyring',
      goneSince: UNKNOWN,
    }),
    aJudgedInstance({
      resource: { id: anId(4), name: '웹서버-운영-01', nameMark: { kind: 'other' }, createdAt: undefined },
      judgement: {
        verdict: 'ambiguous',
        reason: 'age-unknown',
        by: { table: 'instances', rule: 6 },
        warnings: [],
      },
      nextStep: 'investigate',
      goneSince: UNKNOWN,
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
        mark: { kind: 'marked', by: ['attached-to-marked-instance'] },
        attachment: { kind: 'attached', instanceId: anId(3), verdict: 'ambiguous' },
        state: { kind: 'in-use', status: 'in_use' },
        recordedInstance: { kind: 'unrecorded' },
        record: { kind: 'unrecorded' },
        identity: { kind: 'none', uid8: undefined, nodeClaim: undefined },
      },
      judgement: { verdict: 'held', reason: 'attached', by: { table: 'volumes', rule: 4 }, warnings: [] },
      nextStep: 'investigate',
      goneSince: UNKNOWN,
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
      resource: { ...bornOf('spot-a1b2c', BATCH), id: anId(5), createdAt: at('2026-11-30T05:42:00Z') },
      evidence: {
        ...livingOwner('spot-a1b2c'),
        age: { kind: 'young', createdAt: at('2026-11-30T05:42:00Z') },
        record: { kind: 'unrecorded' },
        sightings: { kind: 'too-few', count: 0, needed: 2 },
      },
      judgement: { verdict: 'settling', reason: 'young', by: { table: 'instances', rule: 7 }, warnings: [] },
      nextStep: 'none',
      goneSince: UNKNOWN,
    }),
    ...['d3e4f', 'g5h6j', 'k7m8n', 'p9q2r'].map((suffix, n) =>
      aJudgedInstance({
        resource: { ...bornOf(`spot-${suffix}`, BATCH), id: anId(0x20 + n) },
        evidence: {
          ...livingOwner(`spot-${suffix}`),
          claim: { kind: 'claimed', nodeClaim: `spot-${suffix}`, cluster: 'batch' },
        },
        judgement: {
          verdict: 'in-use',
          reason: 'claimed',
          by: { table: 'instances', rule: 3 },
          warnings: n === 3 ? ['description-changed'] : [],
        },
        nextStep: 'none',
        goneSince: UNKNOWN,
      }),
    ),
    aJudgedInstance({ resource: { ...bornOf('general-r8s9t'), id: anId(9) } }),
  ];
}

const BATCH = aClusterUid('9c41d2e7', 2);
const UNKNOWN: GoneSince = { earliest: undefined, latest: undefined };

function bornOf(nodeClaim: string, cluster = aClusterUid()) {
  const uid8 = uid8Of(cluster);
  return { name: `karpenter-${uid8}-${nodeClaim}`, nameMark: { kind: 'matches', uid8, nodeClaim } } as const;
}

function ownedBy(clusterName: string, clusterUid: ClusterUid, nodeClaim: string) {
  return { kind: 'agreed', owner: { clusterUid, uid8: uid8Of(clusterUid), clusterName, nodeClaim } } as const;
}

function recordOf(nodeClaim: string) {
  return {
    kind: 'recorded',
    clusterUid: BATCH,
    nodeClaim,
    changes: [],
    fieldOrder: 'too-few',
    recordedAt: at('2026-11-29T21:00:00Z'),
  } as const;
}

/** What a resource of the living cluster `batch` has in common, where no signature scheme is configured. */
function livingOwner(nodeClaim: string) {
  return {
    identity: ownedBy('batch', BATCH, nodeClaim),
    cluster: { kind: 'alive', phase: 'Provisioned', witness: 'asked' },
    signature: { kind: 'unverified', why: 'no-scheme' },
  } as const;
}
