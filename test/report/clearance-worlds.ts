import { appendRun, create } from '../../lib/ledger/files.ts';
import type { CheckResult } from '../../lib/report/clearance/clearance.ts';
import type { Language } from '../../lib/report/words/language.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import { aCluster, aNode, aNodeClaim, anAttachedRoot, anInstance, aVolume } from '../builders/inventory.ts';
import {
  aClusterUid,
  anId,
  aRecord,
  aRecordedCluster,
  aRecordedInstance,
  aRecordedNodeClaim,
  aRecordedVolume,
  aRun,
  at,
} from '../builders/ledger.ts';
import { aWorld, check, NOW, PROJECT } from '../check/world.ts';

// The checks that the golden files and the documentation show.

const reborn = aCluster({ uid: aClusterUid('9e363260', 7), id: anId(0xc2) });

/** Three NodeClaims with their instances and roots; a fourth was launching. */
const records = [
  aRecord({
    nodeClaims: [
      ...[1, 2, 3].map((n) => aRecordedNodeClaim({ name: `general-${n}`, providerId: anId(n) })),
      aRecordedNodeClaim({ name: 'general-4', providerId: '' }),
    ],
    instances: [1, 2, 3].map((n) =>
      aRecordedInstance({
        id: anId(n),
        name: `karpenter-2c32ae2c-general-${n}`,
        volumes: [aRecordedVolume({ id: anId(0x100 + n) })],
      }),
    ),
  }),
];

const left = (n: number, over: Parameters<typeof anInstance>[0] = {}) =>
  anInstance({ id: anId(n), name: `karpenter-2c32ae2c-general-${n}`, volumes: [], ...over });

export async function cleared(language: Language): Promise<CheckResult> {
  return check(await aWorld({}, records), { language });
}

export async function clearedButReborn(language: Language): Promise<CheckResult> {
  const imported = aRecord({
    recordedAt: at('2026-10-01T00:00:00Z'),
    source: 'import',
    nodeClaims: [aRecordedNodeClaim({ name: 'general-0', providerId: anId(9) })],
    instances: undefined,
    persistentVolumes: undefined,
  });
  const csi = aVolume({ id: anId(0x301), name: `pvc-${anId(0x301)}` });
  const world = await aWorld({ clusters: [reborn], volumes: [csi] }, [imported, ...records], { shop: {} });
  return check(world, { language });
}

/** Something of every kind that keeps a cluster from being cleared. */
export async function leftovers(language: Language): Promise<CheckResult> {
  const root = anAttachedRoot({ instanceName: 'karpenter-2c32ae2c-general-1' });
  const world = await aWorld(
    {
      instances: [
        anInstance({ name: 'karpenter-2c32ae2c-general-1' }),
        left(5, { createdAt: at('2026-11-03T00:00:00Z') }),
        left(6, { name: '웹서버-운영-01', description: 'v=1;m=karpenter;' }),
      ],
      volumes: [root, aVolume({ id: anId(0x102) })],
    },
    records,
  );
  world.cloud.answers.set(
    anId(3),
    new AuditFailure('timed-out', `instance ${anId(3)} did not come in 30 s`, 'run it again'),
  );
  return check(world, { language });
}

export async function stuck(language: Language): Promise<CheckResult> {
  const world = await aWorld(
    { clusters: [aCluster({ isDeleting: true, phase: 'Deleting' })], instances: [left(1), left(2)] },
    records,
    {
      shop: {
        nodeClaims: [
          aNodeClaim({
            name: 'general-2',
            provider: { kind: 'instance', id: anId(2) },
            isTerminating: true,
          }),
          aNodeClaim({ name: 'general-4', provider: { kind: 'none' } }),
        ],
        nodes: [aNode({ provider: { kind: 'instance', id: anId(2) } })],
      },
    },
  );
  const seen = { uid: aClusterUid(), name: 'shop', state: 'deleting' as const };
  await appendRun(
    world.store,
    PROJECT,
    aRun({ asOf: plusMs(NOW, -5 * HOUR_MS), clusters: [seen], claimLists: [] }),
  );
  return check(world, { language });
}

export async function alive(language: Language): Promise<CheckResult> {
  const claims = [1, 2, 3].map((n) =>
    aNodeClaim({ name: `general-${n}`, provider: { kind: 'instance', id: anId(n) } }),
  );
  const world = await aWorld(
    { clusters: [aCluster()], instances: [left(1), left(2), left(3, { name: 'renamed-by-hand' })] },
    records,
    { shop: { nodeClaims: claims } },
  );
  return check(world, { language });
}

export async function unrecorded(language: Language): Promise<CheckResult> {
  return check(await aWorld({ instances: [left(1)] }, []), { language });
}

export async function retired(language: Language): Promise<CheckResult> {
  const world = await aWorld({}, []);
  await create(world.store, PROJECT, {
    kind: 'retired',
    cluster: aClusterUid(),
    retiredAt: at('2026-11-09T00:00:00Z'),
    provenAt: at('2026-11-02T00:00:00Z'),
    lastRecordedAt: at('2026-11-01T00:00:00Z'),
    names: ['shop'],
    instances: [],
  });
  return check(world, { language });
}

export async function unreadable(language: Language): Promise<CheckResult> {
  const world = await aWorld({}, [aRecord({ cluster: aRecordedCluster({ id: undefined }) })]);
  world.cloud.world.clusters = new AuditFailure(
    'forbidden',
    'the credential may not list clusters (kubernetes-engine answered 403)',
    'give it the role Project Reader',
  );
  return check(world, { language });
}
