import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ClusterRecord } from '../../lib/ledger/entries.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { aCluster, anAttachedVolume, anInstance, aVolume } from '../builders/inventory.ts';
import {
  aClusterUid,
  anId,
  aRecord,
  aRecordedInstance,
  aRecordedNodeClaim,
  aRecordedVolume,
} from '../builders/ledger.ts';
import { aWorld, type CheckedWorld, check } from './world.ts';

// A clearance is a promise. It is given exactly when there is nothing left that a check can see, and all could be read.

const FATES = ['gone', 'there', 'renamed', 'unlisted', 'listed-only', 'refused'] as const;
type Fate = (typeof FATES)[number];

interface Story {
  readonly cluster: 'gone' | 'alive' | 'deleting' | 'unlisted' | 'refused';
  readonly records: 'none' | 'live' | 'import' | 'without-node-claims';
  readonly instances: readonly Fate[];
  readonly volumes: readonly Fate[];
  readonly beside: 'nothing' | 'marked' | 'of-an-unknown-owner' | 'a-persons';
  readonly other: 'none' | 'reborn' | 'unheard';
}

const stories: fc.Arbitrary<Story> = fc.record({
  cluster: mostly('gone', ['alive', 'deleting', 'unlisted', 'refused'] as const),
  records: mostly('live', ['none', 'import', 'without-node-claims'] as const),
  instances: fc.array(mostly('gone', FATES), { minLength: 1, maxLength: 4 }),
  volumes: fc.array(mostly('gone', FATES), { minLength: 4, maxLength: 4 }),
  beside: mostly('nothing', ['marked', 'of-an-unknown-owner', 'a-persons'] as const),
  other: mostly('none', ['reborn', 'unheard'] as const),
});

function mostly<A, B>(usual: A, rare: readonly B[]): fc.Arbitrary<A | B> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  );
}

const refused = () => new AuditFailure('forbidden', 'it answered 403', 'ask for the role');
const made = (n: number, over: Parameters<typeof anInstance>[0] = {}) =>
  anInstance({ id: anId(n), name: `karpenter-2c32ae2c-general-${n}`, volumes: [], ...over });

function recordsOf({ records, instances }: Story): readonly ClusterRecord[] {
  if (records === 'none') return [];
  const numbers = instances.map((_, index) => index + 1);
  const record = aRecord({
    nodeClaims: numbers.map((n) => aRecordedNodeClaim({ name: `general-${n}`, providerId: anId(n) })),
    instances: numbers.map((n) =>
      aRecordedInstance({
        id: anId(n),
        name: `karpenter-2c32ae2c-general-${n}`,
        volumes: [aRecordedVolume({ id: anId(0x100 + n) })],
      }),
    ),
  });
  if (records === 'live') return [record];
  if (records === 'without-node-claims') return [{ ...record, nodeClaims: undefined }];
  return [{ ...record, source: 'import', instances: undefined, persistentVolumes: undefined }];
}

async function worldOf(story: Story): Promise<CheckedWorld> {
  const world = await aWorld({}, recordsOf(story), { shop: {} });
  const { cloud } = world;
  const instances = story.instances.flatMap((fate, index) => {
    const [before, row] = [made(index + 1), made(index + 1, { name: 'mine', description: 'mine' })];
    return rowsOf(cloud, fate, before, row);
  });
  const volumes = story.volumes.slice(0, story.instances.length).flatMap((fate, index) => {
    const id = anId(0x101 + index);
    return rowsOf(cloud, fate, aVolume({ id }), aVolume({ id, name: 'mine' }));
  });
  const beside = {
    nothing: [],
    marked: [made(9)],
    'of-an-unknown-owner': [made(9, { name: 'x', description: 'v=1;m=karpenter;' })],
    'a-persons': [
      made(9, { name: 'bastion', description: '', volumes: [anAttachedVolume({ id: anId(0x900) })] }),
    ],
  };
  cloud.world.instances = [...instances, ...beside[story.beside]];
  cloud.world.volumes = volumes;
  const own = aCluster({ isDeleting: story.cluster === 'deleting' });
  const others = {
    none: [],
    reborn: [aCluster({ uid: aClusterUid('9e363260', 7), id: anId(0xc2) })],
    unheard: [aCluster({ uid: aClusterUid('9e363260', 7), id: anId(0xc2), name: 'batch' })],
  };
  const isListed = story.cluster === 'alive' || story.cluster === 'deleting';
  cloud.world.clusters = [...(isListed ? [own] : []), ...others[story.other]];
  if (story.cluster === 'unlisted') cloud.answers.set('shop', { kind: 'found', value: own as never });
  if (story.cluster === 'refused') cloud.answers.set('shop', refused());
  return world;
}

function rowsOf<Row extends { readonly id: string }>(
  { answers }: CheckedWorld['cloud'],
  fate: Fate,
  row: Row,
  touched: Row,
): readonly Row[] {
  switch (fate) {
    case 'gone':
      return [];
    case 'there':
      return [row];
    case 'renamed':
      return [touched];
    case 'unlisted':
      answers.set(row.id, { kind: 'found', value: row as never });
      return [];
    case 'listed-only':
      answers.set(row.id, { kind: 'gone' });
      return [row];
    case 'refused':
      answers.set(row.id, refused());
      return [];
  }
}

/** By the rules of a clearance, from the story and not from what a check made of it. */
function mayBeCleared({ cluster, records, instances, volumes, beside, other }: Story): boolean {
  // Who recorded no volumes cannot ask for them; the coverage says so.
  const isAsked = (volume: Fate) => records !== 'import' && volume !== 'gone';
  return (
    cluster === 'gone' &&
    (records === 'live' || records === 'import') &&
    instances.every((fate) => fate === 'gone') &&
    !volumes.slice(0, instances.length).some(isAsked) &&
    (beside === 'nothing' || beside === 'a-persons') &&
    other !== 'unheard'
  );
}

it('is given exactly when nothing is left and everything was read', async () => {
  let granted = 0;
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const { clearance, keyring, run } = await check(await worldOf(story));
      expect(clearance.granted).toBe(mayBeCleared(story));
      if (clearance.granted) {
        granted += 1;
        expect(run.complete).toBe(true);
      }
      expect(keyring.mayBeRetired).toBe(clearance.granted && story.other === 'none');
    }),
    { numRuns: 600 },
  );
  expect(granted).toBeGreaterThan(0);
});
