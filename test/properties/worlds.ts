import { createHmac } from 'node:crypto';
import { auditProject } from '../../lib/audit.ts';
import type { Cluster } from '../../lib/inventory/cluster.ts';
import type { Instance } from '../../lib/inventory/instance.ts';
import type { Volume } from '../../lib/inventory/volume.ts';
import { appendRecord } from '../../lib/ledger/files.ts';
import type { ConfiguredCluster } from '../../lib/ledger/known-clusters.ts';
import type { ClusterNode, NodeClaim, PersistentVolume } from '../../lib/ledger/witnesses.ts';
import { NO_SIGNING, type ProjectSigning } from '../../lib/signing/project-signing.ts';
import type { SignatureScheme } from '../../lib/signing/scheme.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { type ClusterUid, clusterUid, type ResourceId, resourceId, uid8Of } from '../../lib/terms/ids.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, plusMs } from '../../lib/terms/instants.ts';
import { absurd } from '../../lib/terms/words.ts';
import { fakeCloud } from '../builders/fake-cloud.ts';
import { type FakeCluster, fakeWitnesses } from '../builders/fake-witnesses.ts';
import { aCluster, anInstance, aVolume } from '../builders/inventory.ts';
import { at } from '../builders/ledger.ts';
import { memoryStore } from '../builders/memory-store.ts';
import { aKeyring, someKeys, type TestKey } from '../builders/signing.ts';

/**
 * Random worlds whose truth is known, for the one property that matters: nothing that has an owner is ever called an
 * orphan, whatever fails, lies or happens between two readings; and what can be proven is found.
 */
export interface WorldOutcome {
  /** Called an orphan, and has an owner: the fault that this product must never commit. */
  readonly falseOrphans: readonly string[];
  /** Left over, recorded, untouched and readable: the last run has to call it an orphan. */
  readonly provable: number;
  readonly found: number;
  readonly missed: readonly string[];
}

const THRESHOLDS = { gracePeriodMs: 30 * MINUTE_MS, deletionPeriodMs: 2 * HOUR_MS, sightings: 2 };
const NOW = at('2026-11-10T00:00:00Z');
const RECORDED_AT = plusMs(NOW, -10 * DAY_MS);
const BORN_AT = plusMs(NOW, -20 * DAY_MS);

/** A small seeded generator (mulberry32): the same seed makes the same world. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    chance: (probability: number) => next() < probability,
    below: (limit: number) => Math.floor(next() * limit),
    pick: <T>(from: readonly [T, ...T[]]): T => from[Math.floor(next() * from.length)] ?? from[0],
  };
}
type Random = ReturnType<typeof randomOf>;

interface Truth {
  /** Somebody owns it: a cluster that lives, or a person. */
  readonly isOwned: boolean;
  /** Left over, and everything that proves it is there. */
  readonly isProvable: boolean;
  readonly why: string;
}

interface SomeCluster {
  readonly uid: ClusterUid;
  readonly name: string;
  readonly life: 'alive' | 'stuck' | 'gone';
  readonly isRecorded: boolean;
  readonly claims: NodeClaim[];
  readonly nodes: ClusterNode[];
  readonly persistentVolumes: PersistentVolume[];
}

/** How the provider of this world signs, and what the auditor verifies with. */
interface SomeSigning {
  readonly kind: 'none' | 'sound' | 'key-missing' | 'wrong-scheme';
  readonly of: ProjectSigning;
}

const KEYS = someKeys('worlds');
const [K1, K2] = bothOf(KEYS);

function bothOf([one, other]: readonly TestKey[]): readonly [TestKey, TestKey] {
  if (one === undefined || other === undefined) throw new TypeError('two keys are needed');
  return [one, other];
}

/** `v=1;m=karpenter;c=…;n=…;k=k1;s=…`: what stands before `;s=`, and then the name. */
const SCHEME: SignatureScheme = {
  algorithm: 'hmac-sha256',
  signature: { field: 's', encoding: 'base64url', padded: false, cut: { unit: 'characters', length: 22 } },
  keyIdField: 'k',
  payload: {
    parts: [
      { kind: 'description', from: 'start', to: 'before-signature' },
      { kind: 'fact', fact: 'instance-name' },
    ],
    separator: '',
  },
  layout: [
    { field: 'v', check: { kind: 'text', text: '1' } },
    { field: 'm', check: { kind: 'text', text: 'karpenter' } },
    { field: 'c', check: { kind: 'fact', fact: 'cluster-uid8' } },
    { field: 'n', check: { kind: 'fact', fact: 'nodeclaim-name' } },
    { field: 'k', check: { kind: 'none' } },
    { field: 's', check: { kind: 'none' } },
  ],
};

const OTHER_SCHEME: SignatureScheme = { ...SCHEME, payload: { ...SCHEME.payload, separator: '/' } };

function someSigning(random: Random): SomeSigning {
  const keyring = (keys: readonly TestKey[]) => [{ keyring: aKeyring(keys), clusters: 'all' as const }];
  switch (random.pick(['none', 'sound', 'sound', 'key-missing', 'wrong-scheme'])) {
    case 'sound':
      return { kind: 'sound', of: { keyrings: keyring(KEYS), scheme: SCHEME } };
    case 'key-missing':
      return { kind: 'key-missing', of: { keyrings: keyring(KEYS.slice(1)), scheme: SCHEME } };
    case 'wrong-scheme':
      return { kind: 'wrong-scheme', of: { keyrings: keyring(KEYS), scheme: OTHER_SCHEME } };
    default:
      return { kind: 'none', of: NO_SIGNING };
  }
}

function signed(unsigned: string, name: string, key: TestKey): string {
  const text = `${unsigned};k=${key.id}`;
  const code = createHmac('sha256', key.bytes).update(`${text}${name}`).digest('base64url').slice(0, 22);
  return `${text};s=${code}`;
}

class World {
  readonly instances: Instance[] = [];
  readonly volumes: Volume[] = [];
  readonly clusters: SomeCluster[] = [];
  readonly truth = new Map<ResourceId, Truth>();
  readonly store = memoryStore();
  readonly configured: ConfiguredCluster[] = [];
  #ids = 0;
  readonly random: Random;
  readonly signing: SomeSigning;

  constructor(random: Random) {
    this.random = random;
    this.signing = someSigning(random);
  }

  id(start = '00000000'): ResourceId {
    this.#ids++;
    const id = resourceId(`${start}-0000-4000-8000-${this.#ids.toString(16).padStart(12, '0')}`);
    if (id === undefined) throw new TypeError('no ID');
    return id;
  }

  say(id: ResourceId, isOwned: boolean, isProvable: boolean, why: string): void {
    this.truth.set(id, { isOwned, isProvable, why });
  }
}

function someWorld(random: Random): World {
  const world = new World(random);
  const count = 1 + random.below(3);
  for (let i = 0; i < count; i++) addCluster(world, i);
  addPeoples(world);
  return world;
}

function addCluster(world: World, index: number): void {
  const { random } = world;
  const first = world.clusters[0];
  const start = first !== undefined && random.chance(0.05) ? first.uid.slice(0, 8) : `c000000${index}`;
  const uid = clusterUid(world.id(start));
  if (uid === undefined) throw new TypeError('no UID');
  const cluster: SomeCluster = {
    uid,
    // A cluster that was made again under the name of one that is gone.
    name: index === 1 && first?.life === 'gone' && random.chance(0.2) ? first.name : `cluster-${index}`,
    life: random.pick(['alive', 'alive', 'stuck', 'gone', 'gone']),
    isRecorded: random.chance(0.85),
    claims: [],
    nodes: [],
    persistentVolumes: [],
  };
  world.clusters.push(cluster);
  if (random.chance(0.2)) {
    world.configured.push({ name: cluster.name, uid, deletedAt: undefined, witness: 'asked' });
  }
  // Enough of them live that a list without the leftovers is no shrunk one.
  const nodes = 2 + random.below(6);
  for (let i = 0; i < nodes; i++) addNode(world, cluster, `general-${i}`);
}

function addNode(world: World, cluster: SomeCluster, nodeClaim: string): void {
  const { random } = world;
  const id = world.id();
  const rootId = world.id();
  const createdAt = plusMs(BORN_AT, random.below(1000));
  const root = {
    id: rootId,
    sizeGiB: 50,
    createdAt,
    isRoot: true,
    isDeleteOnTermination: !random.chance(0.1),
  };
  const name = `karpenter-${uid8Of(cluster.uid)}-${nodeClaim}`;
  const key = random.chance(0.3) ? K1 : K2;
  const description = signed(`v=1;m=karpenter;c=${uid8Of(cluster.uid)};n=${nodeClaim}`, name, key);
  const made = anInstance({ id, name, description, createdAt, volumes: [root] });
  const isClaimed = cluster.life === 'alive' && random.chance(0.75);
  if (isClaimed) claim(world, cluster, nodeClaim, id);
  else if (cluster.life === 'alive') {
    if (random.chance(0.1))
      cluster.claims.push({
        name: nodeClaim,
        uid: undefined,
        nodePool: 'general',
        providerId: '',
        provider: { kind: 'none' },
        isTerminating: false,
      });
    if (random.chance(0.1)) stand(cluster, id, random.chance(0.7));
  }
  const isStanding = cluster.nodes.some(({ provider }) => provider.kind === 'instance' && provider.id === id);
  const isLaunching = cluster.claims.some(
    (other) => other.name === nodeClaim && other.provider.kind === 'none',
  );
  const adopter = isClaimed ? undefined : adopterOf(world, cluster);
  if (adopter !== undefined) claim(world, adopter, `adopted-${nodeClaim}`, id);
  const now = touched(made, random);
  const isOwned = isClaimed || isStanding || adopter !== undefined || isLaunching;
  // One in ten instances is gone, and its root stays behind.
  if (!isOwned && random.chance(0.2)) {
    world.volumes.push(aVolume({ id: rootId, createdAt }));
    world.say(
      rootId,
      false,
      cluster.isRecorded && root.isDeleteOnTermination && cluster.life !== 'alive',
      'root of an instance that is gone',
    );
    madeOf(cluster, made);
    return;
  }
  world.instances.push(now);
  world.volumes.push(
    aVolume({
      id: rootId,
      createdAt,
      status: 'in_use',
      state: 'in-use',
      saysAttached: true,
      instanceId: id,
      instanceName: now.name,
    }),
  );
  world.say(
    id,
    isOwned,
    !isOwned && now === made && isProvable(world, cluster, key),
    isOwned ? 'in a cluster that lives' : `leftover of a cluster that is ${cluster.life}`,
  );
  world.say(rootId, isOwned, false, 'attached');
  madeOf(cluster, made);
}

/** By its record, which a signature must not contradict, or by its signature alone. */
function isProvable({ signing, configured }: World, cluster: SomeCluster, key: TestKey): boolean {
  switch (signing.kind) {
    case 'none':
      return cluster.isRecorded;
    case 'wrong-scheme':
      return false;
    case 'key-missing':
    case 'sound': {
      const isKeyThere = signing.kind === 'sound' || key === K2;
      const isKnown = cluster.life !== 'gone' || configured.some(({ uid }) => uid === cluster.uid);
      return isKeyThere && (cluster.isRecorded || isKnown);
    }
    default:
      return absurd(signing.kind);
  }
}

/** What instances were when they were recorded, before anybody touched them, and who made them. */
let recorded = new Map<ResourceId, { readonly made: Instance; readonly by: SomeCluster }>();

function madeOf(by: SomeCluster, made: Instance): void {
  recorded.set(made.id, { made, by });
}

function claim(world: World, cluster: SomeCluster, name: string, id: ResourceId): void {
  cluster.claims.push({
    name,
    uid: undefined,
    nodePool: 'general',
    providerId: id,
    provider: { kind: 'instance', id },
    isTerminating: world.random.chance(0.1),
  });
  stand(cluster, id, true);
}

function stand(cluster: SomeCluster, id: ResourceId, isReady: boolean): void {
  cluster.nodes.push({ name: `node-${id}`, provider: { kind: 'instance', id }, isReady, isKarpenters: true });
}

function adopterOf(world: World, cluster: SomeCluster): SomeCluster | undefined {
  if (!world.random.chance(0.1)) return undefined;
  return world.clusters.find((other) => other !== cluster && other.life === 'alive');
}

/** A person renames it, describes it anew, or leaves it alone. */
function touched(made: Instance, random: Random): Instance {
  if (random.chance(0.85)) return made;
  const { nameMark: _n, descriptionMark: _d, ...fields } = made;
  return random.pick([
    anInstance({ ...fields, name: 'keep-me' }),
    anInstance({ ...fields, description: 'mine now' }),
    anInstance({ ...fields, description: `${fields.description};x=1` }),
    anInstance({ ...fields, createdAt: undefined }),
    anInstance({ ...fields, state: 'other', status: 'parked' }),
  ]);
}

/** What people made that looks like Karpenter's: copies, names of their own, volumes that they put to use. */
function addPeoples(world: World): void {
  const { random } = world;
  for (const original of [...world.instances]) {
    if (!random.chance(0.08)) continue;
    const { nameMark: _n, descriptionMark: _d, ...fields } = original;
    const id = world.id();
    world.instances.push(anInstance({ ...fields, id, volumes: [], createdAt: plusMs(NOW, -2 * DAY_MS) }));
    world.say(id, true, false, 'a copy that a person made');
    // Of two that bear one name and one valid signature, only a record tells which is Karpenter's.
    const truth = world.truth.get(original.id);
    const isRecorded = recorded.get(original.id)?.by.isRecorded === true;
    if (truth?.isProvable === true && !isRecorded)
      world.say(original.id, false, false, 'an unrecorded leftover that a person copied');
  }
  if (random.chance(0.3)) {
    const id = world.id();
    const cluster = world.clusters[0];
    const start = random.chance(0.5) && cluster !== undefined ? uid8Of(cluster.uid) : 'ffffffff';
    world.instances.push(
      anInstance({ id, name: `karpenter-${start}-by-hand`, description: '', volumes: [] }),
    );
    world.say(id, true, false, 'named like Karpenter’s by a person');
  }
  for (const volume of world.volumes) {
    const isLoose = volume.instanceId === undefined;
    const living = world.clusters.find(({ life }) => life === 'alive');
    if (!isLoose || living === undefined || !random.chance(0.1)) continue;
    living.persistentVolumes.push({ name: `pv-${volume.id}`, volumeHandle: volume.id, volumeId: volume.id });
    world.say(volume.id, true, false, 'a PersistentVolume by now');
  }
}

async function writeRecords(world: World): Promise<void> {
  for (const cluster of world.clusters) {
    if (!cluster.isRecorded) continue;
    const own = [...recorded.values()].filter(({ by }) => by === cluster).map(({ made }) => made);
    await appendRecord(world.store, 'p', {
      kind: 'record',
      recordedAt: RECORDED_AT,
      source: 'live',
      cluster: {
        uid: cluster.uid,
        id: undefined,
        name: cluster.name,
        phase: 'Provisioned',
        createdAt: undefined,
      },
      nodeClaims: own.map((it) => ({
        name: it.name.slice('karpenter-00000000-'.length),
        uid: undefined,
        nodePool: 'general',
        providerId: it.id,
        provider: { kind: 'instance', id: it.id },
      })),
      persistentVolumes: [],
      instances: own.map(({ id, name, description, createdAt, volumes }) => ({
        id,
        name,
        description,
        createdAt,
        volumes,
      })),
      altered: [],
    });
  }
}

const broken = () => new AuditFailure('server-failed', 'answered 503', 'try again');

/** Everything that can be wrong with one run's readings. */
function withFaults(world: World, isFirst: boolean, faulty: boolean) {
  const { random } = world;
  const living = world.clusters.filter(({ life }) => life !== 'gone');
  const rows: Cluster[] = living.map((cluster) => {
    const isDeleting = cluster.life === 'stuck';
    return aCluster({
      uid: cluster.uid,
      id: cluster.uid as string as ResourceId,
      name: cluster.name,
      isDeleting,
      phase: isDeleting ? 'Deleting' : 'Provisioned',
    });
  });
  const cloud = fakeCloud({ instances: world.instances, volumes: world.volumes, clusters: rows });
  const witnessed: Record<string, FakeCluster> = {};
  for (const { name, claims, nodes, persistentVolumes } of living)
    witnessed[name] = { nodeClaims: claims, nodes, persistentVolumes };
  if (!faulty) return { cloud, witnesses: fakeWitnesses(witnessed) };

  if (random.chance(0.1)) cloud.world.volumes = broken();
  if (random.chance(0.05)) cloud.world.clusters = broken();
  for (const cluster of living) {
    const witness = witnessed[cluster.name];
    if (witness === undefined) continue;
    if (random.chance(0.1)) witness.nodeClaims = broken();
    if (random.chance(0.1)) witness.nodes = broken();
    if (random.chance(0.1)) witness.persistentVolumes = broken();
    // A list that lies is short in one run only: one that is as short a grace period later counts, by the rules.
    if (isFirst && random.chance(0.1)) {
      witness.nodeClaims = [];
      witness.nodes = [];
    }
    // A cluster that nobody ever knew, and that the list leaves out, nobody can ask for.
    if (cluster.isRecorded && random.chance(0.05)) {
      cloud.world.clusters = rows.filter((row) => row.uid !== cluster.uid);
      cloud.answers.set(
        cluster.name,
        // Were the GET to fail as well, that would touch the cluster's own resources only (verdicts.md, last line).
        { kind: 'found', value: rows.find((row) => row.uid === cluster.uid) as never },
      );
    }
  }
  for (const { id } of world.instances)
    if (random.chance(0.03)) cloud.answers.set(id, random.chance(0.5) ? broken() : { kind: 'gone' });
  return { cloud, witnesses: fakeWitnesses(witnessed) };
}

/** Lives through three audits of one random world, an hour apart, and holds their verdicts against the truth. */
export async function liveThrough(seed: number, faulty: boolean): Promise<WorldOutcome> {
  recorded = new Map();
  const world = someWorld(randomOf(seed));
  await writeRecords(world);
  const falseOrphans: string[] = [];
  let last = new Map<ResourceId, string>();
  for (let run = 0; run < 3; run++) {
    const now: Instant = plusMs(NOW, run * 3 * HOUR_MS);
    const { cloud, witnesses } = withFaults(world, run === 0, faulty);
    const project = {
      name: 'p',
      region: 'kr-central-2',
      cloud,
      witnesses,
      clusters: world.configured,
      signing: world.signing.of,
    };
    const options = { runId: `run-${run}`, now, all: false, keep: new Set<ResourceId>(), remember: true };
    const { judged } = await auditProject(project, world.store, THRESHOLDS, options);
    last = new Map(
      judged.map(({ resource, judgement }) => [resource.id, `${judgement.verdict} (${judgement.reason})`]),
    );
    for (const [id, verdict] of last) {
      const truth = world.truth.get(id);
      if (verdict.startsWith('orphan') && truth?.isOwned !== false)
        falseOrphans.push(`seed ${seed}, run ${run}, ${id}: ${truth?.why ?? 'unknown'}`);
    }
  }
  const provable = [...world.truth].filter(([, truth]) => truth.isProvable);
  const missed = provable
    .filter(([id]) => !last.get(id)?.startsWith('orphan'))
    .map(([id, { why }]) => `seed ${seed}, ${id} (${why}): ${last.get(id) ?? 'not judged'}`);
  return { falseOrphans, provable: provable.length, found: provable.length - missed.length, missed };
}
