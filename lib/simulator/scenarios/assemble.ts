import { DAY_MS, formatInstant, HOUR_MS, type Instant, plusMs, SECOND_MS } from '../../terms/instants.ts';
import { keyringOf, type Machine, machine, type Stage } from '../cast.ts';
import { kubectlTable } from '../kubectl-table.ts';
import { chance } from '../random.ts';
import type { Scenario, ScenarioName, Truth } from '../scenario.ts';
import { detached, type SnapshotRow, type VolumeRow } from '../volume-row.ts';
import type { SimulatedCluster, World } from '../world.ts';

/** What there is in the story's project at one moment. */
export interface Scene {
  readonly machines: readonly Machine[];
  /** Volumes on no instance. */
  readonly loose: readonly VolumeRow[];
  readonly snapshots?: readonly SnapshotRow[];
  readonly clusters: readonly SimulatedCluster[];
}

export interface Story {
  readonly name: ScenarioName;
  readonly now: Instant;
  readonly beforeAt: Instant;
  readonly before: Scene;
  readonly after: Scene;
  /** The cluster that the story is about. */
  readonly subject: SimulatedCluster;
  readonly truth: ReadonlyMap<string, Truth>;
}

export function assemble(on: Stage, story: Story): Scenario {
  return {
    name: story.name,
    now: story.now,
    before: worldOf(on, story.beforeAt, story.before),
    beforeAt: story.beforeAt,
    after: worldOf(on, story.now, story.after),
    kubectlTable: kubectlTable(story.subject.kubernetes.nodeClaims),
    truth: story.truth,
    keyring: keyringOf(on),
  };
}

function worldOf(on: Stage, at: Instant, scene: Scene): World {
  const project = {
    ...on.project,
    instances: scene.machines.map(({ instance }) => instance),
    volumes: [...scene.machines.flatMap(({ volumes }) => volumes), ...scene.loose],
    snapshots: scene.snapshots ?? [],
    clusters: scene.clusters,
  };
  return { at, projects: [project] };
}

/** Notes the truth of a machine and of its volumes. */
export function tell(truth: Map<string, Truth>, machines: readonly Machine[], what: Truth): void {
  for (const { instance, volumes } of machines) {
    truth.set(instance.id, what);
    const ofVolumes: Truth =
      what.what === 'leftover' ? { ...what, provable: false, why: `on an instance: ${what.why}` } : what;
    for (const volume of volumes) {
      const isPersistent = volume.name?.startsWith('pvc-') === true;
      truth.set(volume.id, isPersistent && what.what === 'leftover' ? WORKLOAD_DATA : ofVolumes);
    }
  }
}

export function tellVolumes(truth: Map<string, Truth>, volumes: readonly VolumeRow[], what: Truth): void {
  for (const volume of volumes) truth.set(volume.id, what);
}

export function leftover(provable: boolean, why: string): Truth {
  return { what: 'leftover', provable, why };
}

export const WORKLOAD_DATA: Truth = { what: 'unknowable', why: "a workload's data: only its owner knows" };
export const CLAIMED: Truth = { what: 'alive', why: 'a NodeClaim points at it' };
export const OTHER_TEAM: Truth = { what: 'not-karpenter', why: 'made by a person or another tool' };
export const MANAGED: Truth = { what: 'not-karpenter', why: "a node of the cluster's managed node pool" };

/** The moment `days` days before, and `hours` hours before that. */
export function ago(now: Instant, days: number, hours = 0): Instant {
  return plusMs(now, -days * DAY_MS - hours * HOUR_MS);
}

/** Some time in the twelve hours before: people and controllers keep no hours. */
export function sometime(on: Stage, path: string, before: Instant): Instant {
  return plusMs(before, -chance(`${on.seed}/time/${path}`).below(12 * 3600) * SECOND_MS);
}

interface OtherTeams {
  readonly machines: readonly Machine[];
  readonly loose: readonly VolumeRow[];
}

const OTHER_MACHINES = [
  { name: 'bastion-01', description: null, days: 212, flavor: 'm2a.large' },
  {
    name: 'orders-db-primary',
    description: 'PostgreSQL 16, owner: orders',
    days: 188,
    flavor: 'm2a.4xlarge',
  },
  {
    name: 'orders-db-replica',
    description: 'PostgreSQL 16, owner: orders',
    days: 188,
    flavor: 'm2a.4xlarge',
  },
  { name: 'jenkins-agent-01', description: 'v=2;m=jenkins;pool=linux', days: 96, flavor: 'm2a.xlarge' },
  { name: 'jenkins-agent-02', description: 'v=2;m=jenkins;pool=linux', days: 96, flavor: 'm2a.xlarge' },
  {
    name: 'payments-gateway',
    description: 'blue/green, see the payments runbook',
    days: 71,
    flavor: 'm2a.2xlarge',
  },
  { name: 'search-indexer', description: '', days: 64, flavor: 'm2a.2xlarge' },
  // Begins like a Karpenter name and is none: no 8 hex digits follow.
  {
    name: 'karpenter-docs-preview',
    description: 'static preview of the platform pages',
    days: 33,
    flavor: 'm2a.large',
  },
  { name: 'mail-relay', description: null, days: 27, flavor: 'm2a.large' },
  { name: 'image-resizer-canary', description: 'canary, owner: media', days: 3, flavor: 'm2a.xlarge' },
] as const;

/** The rest of the project: other people's machines, a shelved one and a stopped one among them. */
export function otherTeams(on: Stage, now: Instant): OtherTeams {
  const running = OTHER_MACHINES.map((one) =>
    machine(on, { ...one, createdAt: sometime(on, one.name, ago(now, one.days)) }),
  );
  const shelved = machine(on, {
    name: 'batch-archive',
    description: 'shelved after the quarter close',
    createdAt: ago(now, 240),
    status: 'shelved_offloaded',
    data: [{ sizeGiB: 500, isDeleteOnTermination: false }],
  });
  const stopped = machine(on, {
    name: 'load-test-runner',
    description: 'started before each release',
    createdAt: ago(now, 130),
    status: 'stopped',
  });
  const gone = machine(on, { name: 'analytics-scratch', description: null, createdAt: ago(now, 58) });
  return {
    machines: [...running, shelved, stopped],
    loose: gone.volumes.map((volume) => detached(volume, formatInstant(ago(now, 40)))),
  };
}

/** Those that were there already. */
export function madeBefore(at: Instant, machines: readonly Machine[]): readonly Machine[] {
  return machines.filter(({ instance }) => Date.parse(instance.created_at ?? '') <= at);
}
