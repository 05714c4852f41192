import {
  DAY_MS,
  formatInstant,
  HOUR_MS,
  type Instant,
  instantFromMs,
  MINUTE_MS,
  plusMs,
  SECOND_MS,
} from '../../terms/instants.ts';
import {
  clusterIdentity,
  type KarpenterMachine,
  karpenterMachine,
  keyringOf,
  machine,
  type Stage,
  simulatedCluster,
  stage,
} from '../cast.ts';
import type { FlavorName } from '../flavor-row.ts';
import type { InstanceRow } from '../instance-row.ts';
import { kubectlTable } from '../kubectl-table.ts';
import { chance, scatter, seedNumber, uuidFrom } from '../random.ts';
import { LazyRows, RowTemplate } from '../rows.ts';
import type { Scenario, Truth } from '../scenario.ts';
import { detached, type VolumeRow } from '../volume-row.ts';
import type { Project, SimulatedCluster, World } from '../world.ts';
import { ago, CLAIMED, leftover, tell, tellVolumes } from './assemble.ts';

/** One in so many rows is Karpenter's. */
const EVERY = 100;
const SPAN_MS = 60 * DAY_MS;
const WORDS = ['orders', 'search', 'billing', 'media', 'reports', 'mail', 'catalog', 'payments'] as const;
const ROLES = ['api', 'worker', 'cache', 'db', 'ingest', 'canary'] as const;
const FLAVORS: readonly [FlavorName, ...FlavorName[]] = [
  'm2a.large',
  'm2a.xlarge',
  'm2a.2xlarge',
  'm2a.4xlarge',
];
const CLAIM_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** What stands at one of Karpenter's places in the list. */
type Marked =
  | { readonly kind: 'claimed' | 'leftover'; readonly machine: KarpenterMachine }
  /** Its instance is gone: only the root volume is left. */
  | { readonly kind: 'volume-stayed'; readonly machine: KarpenterMachine };

/**
 * A project of `count` instances and `count` volumes, newest first, nearly all of them other people's; one in a
 * hundred is Karpenter's. `shop` was deleted nine days ago and left a quarter of those; `search` lives and claims the
 * rest. The other people's rows are made when they are looked at, so that a million of them cost nothing to keep.
 */
export function large(seed: string, now: Instant, count: number): Scenario {
  const on = stage(seed);
  const deletedAt = ago(now, 9);
  const beforeAt = plusMs(deletedAt, -HOUR_MS);
  const timeline = { now, count };
  const marked = markedPlaces(on, timeline, beforeAt);
  const firstBefore = firstMadeBy(timeline, beforeAt);

  const machinesOf = (kinds: readonly Marked['kind'][]): KarpenterMachine[] =>
    [...marked.values()].filter(({ kind }) => kinds.includes(kind)).map(({ machine: one }) => one);
  const claimed = machinesOf(['claimed']);
  const ofShop = machinesOf(['leftover', 'volume-stayed']);
  const olderClaimed = claimed.filter(({ instance }) => Date.parse(instance.created_at ?? '') <= beforeAt);
  const shop = living(on, 'shop', ago(now, 147), ofShop);

  const truth = new Map<string, Truth>();
  tell(truth, claimed, CLAIMED);
  tell(truth, machinesOf(['leftover']), leftover(true, 'shop was deleted without it'));
  for (const { volumes } of machinesOf(['volume-stayed'])) {
    tellVolumes(truth, volumes, leftover(true, 'its instance went with shop'));
  }
  return {
    name: 'large',
    now,
    before: worldOf(on, beforeAt, rowsOf(on, timeline, marked, { from: firstBefore, isShopAlive: true }), [
      shop,
      living(on, 'search', ago(now, 90), olderClaimed),
    ]),
    beforeAt,
    after: worldOf(on, now, rowsOf(on, timeline, marked, { from: 0, isShopAlive: false }), [
      living(on, 'search', ago(now, 90), claimed),
    ]),
    kubectlTable: kubectlTable(shop.kubernetes.nodeClaims),
    truth,
    keyring: keyringOf(on),
  };
}

function worldOf(
  on: Stage,
  at: Instant,
  rows: Pick<Project, 'instances' | 'volumes'>,
  clusters: readonly SimulatedCluster[],
): World {
  return { at, projects: [{ ...on.project, ...rows, snapshots: [], clusters }] };
}

function living(
  on: Stage,
  name: string,
  createdAt: Instant,
  ours: readonly KarpenterMachine[],
): SimulatedCluster {
  return simulatedCluster(on, clusterIdentity(on, name, createdAt), {
    phase: 'Provisioned',
    managed: [],
    claims: ours.map(({ claim }) => claim),
    nodes: ours.map(({ node }) => node),
    isControllerThere: true,
  });
}

interface Timeline {
  readonly now: Instant;
  readonly count: number;
}

/** Whole minutes, so that rows share their creation time now and then, as they do in life. */
function createdAt({ now, count }: Timeline, index: number): Instant {
  const age = 2 * HOUR_MS + (SPAN_MS * index) / count;
  return plusMs(now, -Math.ceil(age / MINUTE_MS) * MINUTE_MS);
}

function firstMadeBy(timeline: Timeline, at: Instant): number {
  let index = 0;
  while (index < timeline.count && createdAt(timeline, index) > at) index += 1;
  return index;
}

function markedPlaces(on: Stage, timeline: Timeline, beforeAt: Instant): ReadonlyMap<number, Marked> {
  const shop = clusterIdentity(on, 'shop', ago(timeline.now, 147));
  const search = clusterIdentity(on, 'search', ago(timeline.now, 90));
  const places = new Map<number, Marked>();
  const first = Math.min(EVERY / 2, timeline.count - 1);
  for (let index = first, nth = 0; index < timeline.count; index += EVERY, nth += 1) {
    const at = createdAt(timeline, index);
    const isShops = at <= beforeAt && nth % 4 === 0;
    const spec = { claim: claimName(on, index), createdAt: at };
    if (!isShops) places.set(index, { kind: 'claimed', machine: karpenterMachine(on, search, spec) });
    else {
      const kind = nth % 12 === 0 ? 'volume-stayed' : 'leftover';
      places.set(index, { kind, machine: karpenterMachine(on, shop, spec) });
    }
  }
  return places;
}

/** Five letters that no other index gives. */
function claimName(on: Stage, index: number): string {
  const letters: string[] = [];
  for (let rest = index, place = 0; place < 5; place += 1, rest = Math.floor(rest / CLAIM_LETTERS.length)) {
    letters.push(CLAIM_LETTERS.charAt(rest % CLAIM_LETTERS.length));
  }
  return `${chance(`${on.seed}/pool/${index}`).pick(['general', 'burst'])}-${letters.reverse().join('')}`;
}

interface Cut {
  /** The first index that is shown. */
  readonly from: number;
  readonly isShopAlive: boolean;
}

function rowsOf(
  on: Stage,
  timeline: Timeline,
  marked: ReadonlyMap<number, Marked>,
  cut: Cut,
): Pick<Project, 'instances' | 'volumes'> {
  const strangers = new Strangers(on, timeline);
  const goneAt = formatInstant(ago(timeline.now, 9));
  const length = timeline.count - cut.from;
  const placeOf = new Map<string, number>();
  for (const [index, { machine: one }] of marked) {
    placeOf.set(one.instance.id, index);
    for (const { id } of one.volumes) placeOf.set(id, index);
  }
  const indexOf = (id: string): number | undefined => {
    const index = placeOf.get(id) ?? strangers.indexOf(id);
    return index === undefined ? undefined : index - cut.from;
  };
  const instances = new LazyRows<InstanceRow>(
    length,
    (position) => {
      const index = position + cut.from;
      const place = marked.get(index);
      if (place === undefined) return strangers.instance(index, true);
      if (place.kind === 'volume-stayed' && !cut.isShopAlive) return strangers.instance(index, false);
      return JSON.stringify(place.machine.instance);
    },
    indexOf,
  );
  const volumes = new LazyRows<VolumeRow>(
    length,
    (position) => {
      const index = position + cut.from;
      const place = marked.get(index);
      const root = place?.machine.volumes[0];
      if (place === undefined || root === undefined) return strangers.volume(index);
      const isLoose = place.kind === 'volume-stayed' && !cut.isShopAlive;
      return JSON.stringify(isLoose ? detached(root, goneAt) : root);
    },
    indexOf,
  );
  return { instances, volumes };
}

/** Other people's instances, each a template filled from its index alone. */
class Strangers {
  readonly #timeline: Timeline;
  readonly #salt: number;
  readonly #templates: readonly { withVolume: RowTemplate; diskless: RowTemplate; volume: RowTemplate }[];

  constructor(on: Stage, timeline: Timeline) {
    this.#timeline = timeline;
    this.#salt = seedNumber(`${on.seed}/strangers`);
    this.#templates = FLAVORS.map((flavor) => templatesOf(on, flavor));
  }

  instance(index: number, withVolume: boolean): string {
    const template = this.#templates[index % FLAVORS.length];
    const ip = `${20 + ((index >>> 16) & 0x7f)}.${(index >>> 8) & 0xff}.${index & 0xff}`;
    const values = {
      ...this.#values(index),
      nic: this.#id(index, 'nic'),
      ip: `10.${ip}`,
      dashed: `10-${ip.replaceAll('.', '-')}`,
    };
    return (withVolume ? template?.withVolume : template?.diskless)?.fill(values) ?? '';
  }

  volume(index: number): string {
    return this.#templates[index % FLAVORS.length]?.volume.fill(this.#values(index)) ?? '';
  }

  /** The last 8 digits of a stranger's ID carry its index. */
  indexOf(id: string): number | undefined {
    const index = (Number.parseInt(id.slice(-8), 16) ^ this.#salt) >>> 0;
    return index < this.#timeline.count ? index : undefined;
  }

  #id(index: number, role: keyof typeof ROLE_SALTS): string {
    const first = scatter(index ^ this.#salt ^ ROLE_SALTS[role]);
    const second = scatter(first + ROLE_SALTS[role]);
    return uuidFrom(first, second, scatter(second), index ^ this.#salt);
  }

  #values(index: number) {
    const dice = scatter(index + this.#salt);
    const team = WORDS[dice % WORDS.length] ?? WORDS[0];
    return {
      id: this.#id(index, 'instance'),
      volume: this.#id(index, 'volume'),
      name: `${team}-${ROLES[(dice >>> 8) % ROLES.length]}-${index}`,
      team,
      at: formatInstant(createdAt(this.#timeline, index)),
      // As every root volume: what is listed newest first has to be in that order.
      volumeAt: formatInstant(plusMs(createdAt(this.#timeline, index), 7 * SECOND_MS)),
    };
  }
}

const ROLE_SALTS = { instance: 0x1a2b3c4d, volume: 0x2b3c4d5e, nic: 0x3c4d5e6f } as const;

function templatesOf(on: Stage, flavor: FlavorName) {
  const made = machine(on, {
    name: '<<name>>',
    description: 'owner: <<team>>',
    createdAt: instantFromMs(0),
    flavor,
  });
  const [root] = made.volumes;
  const times = { created_at: '<<at>>', updated_at: '<<at>>' };
  const instance = {
    ...made.instance,
    ...times,
    id: '<<id>>',
    hostname: 'host-<<dashed>>',
    addresses: [{ private_ip: '<<ip>>', public_ip: null, network_interface_id: '<<nic>>' }],
  };
  return {
    withVolume: new RowTemplate({
      ...instance,
      attached_volumes: (made.instance.attached_volumes ?? []).map((volume) => ({
        ...volume,
        id: '<<volume>>',
        created_at: '<<volumeAt>>',
      })),
    }),
    diskless: new RowTemplate({ ...instance, attached_volumes: [], attached_volume_count: 0 }),
    volume: new RowTemplate({
      ...root,
      created_at: '<<volumeAt>>',
      updated_at: '<<volumeAt>>',
      launched_at: '<<volumeAt>>',
      id: '<<volume>>',
      instance_id: '<<id>>',
    }),
  };
}
