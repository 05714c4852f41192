import { formatInstant, HOUR_MS, type Instant, MINUTE_MS, plusMs } from '../../terms/instants.ts';
import {
  type ClusterIdentity,
  clusterIdentity,
  type KarpenterSpec,
  karpenterMachine,
  karpenterName,
  machine,
  managedMachines,
  simulatedCluster,
  stage,
} from '../cast.ts';
import type { Scenario, Truth } from '../scenario.ts';
import { signDescription } from '../signature.ts';
import { detached } from '../volume-row.ts';
import {
  ago,
  assemble,
  CLAIMED,
  leftover,
  MANAGED,
  madeBefore,
  OTHER_TEAM,
  otherTeams,
  sometime,
  tell,
  tellVolumes,
} from './assemble.ts';

/** `shop-blue` was deleted nine days ago, `shop-green` lives on in the same project, with the same NodePools. */
export function twoClusters(seed: string, now: Instant): Scenario {
  const on = stage(seed);
  const deletedAt = ago(now, 9);
  const beforeAt = plusMs(deletedAt, -HOUR_MS);
  const blue = clusterIdentity(on, 'shop-blue', ago(now, 160));
  const green = clusterIdentity(on, 'shop-green', ago(now, 60));
  const made = (cluster: ClusterIdentity, claim: string, days: number, more: Partial<KarpenterSpec> = {}) =>
    karpenterMachine(on, cluster, {
      claim,
      createdAt: sometime(on, `${cluster.name}/${claim}`, ago(now, days)),
      ...more,
    });

  const greens = [
    // The same NodeClaim name as one of blue's: only the uid8 tells them apart.
    made(green, 'general-7k2lq', 24, { flavor: 'm2a.xlarge' }),
    made(green, 'general-h4vzn', 22),
    made(green, 'general-t8wjc', 18, { flavor: 'm2a.2xlarge' }),
    made(green, 'burst-p5dqk', 12),
    made(green, 'burst-l3fmx', 11, { flavor: 'm2a.4xlarge' }),
  ];
  const youngGreens = [
    made(green, 'general-k6rbv', 4),
    made(green, 'burst-z9cth', 2, { flavor: 'm2a.xlarge' }),
  ];
  const original = made(blue, 'general-7k2lq', 30, { flavor: 'm2a.2xlarge' });
  const leftovers = [
    original,
    made(blue, 'general-d5xwn', 21, { data: [{ sizeGiB: 100, isDeleteOnTermination: true }] }),
    made(blue, 'burst-q8gks', 13),
  ];
  const rootStayed = made(blue, 'burst-v2jtb', 12, { flavor: 'm2a.xlarge' });
  const blues = [...leftovers, rootStayed];

  // Never recorded, and what they say of themselves is not enough or does not fit together.
  const lastHour = plusMs(beforeAt, 25 * MINUTE_MS);
  const crossName = karpenterName(blue, 'general-w4lzf');
  const bare = machine(on, {
    name: karpenterName(blue, 'burst-m7nqd'),
    description: null,
    createdAt: lastHour,
    cluster: blue,
  });
  const crossed = machine(on, {
    name: crossName,
    description: signDescription(
      { clusterUid: green.uid, nodeClaim: 'general-w4lzf', instanceName: crossName },
      on.keys.active,
    ),
    createdAt: lastHour,
    cluster: green,
  });
  const copied = machine(
    on,
    {
      name: original.instance.name ?? '',
      description: original.instance.description,
      createdAt: ago(now, 6),
      flavor: 'm2a.2xlarge',
    },
    'copy-of-general-7k2lq',
  );

  const managed = { blue: managedMachines(on, blue, 2), green: managedMachines(on, green, 2) };
  const others = otherTeams(on, now);
  const clusterOf = (cluster: ClusterIdentity, ours: typeof greens, nodes: typeof managed.blue) =>
    simulatedCluster(on, cluster, {
      phase: 'Provisioned',
      managed: nodes,
      claims: ours.map(({ claim }) => claim),
      nodes: ours.map(({ node }) => node),
      isControllerThere: true,
    });
  const blueBefore = clusterOf(blue, blues, managed.blue);

  const truth = new Map<string, Truth>();
  const stayed = rootStayed.volumes.slice(0, 1);
  tell(truth, [...greens, ...youngGreens], CLAIMED);
  tell(truth, leftovers, leftover(true, 'shop-blue was deleted without it'));
  tellVolumes(truth, stayed, leftover(true, 'its instance went with shop-blue'));
  tell(truth, [bare], { what: 'unknowable', why: "bears one of shop-blue's names and nothing else" });
  tell(truth, [crossed], { what: 'unknowable', why: "shop-blue's name and shop-green's signed description" });
  tell(truth, [copied], {
    what: 'not-karpenter',
    why: 'a person copied a leftover, its description included',
  });
  tell(truth, managed.green, MANAGED);
  tell(truth, others.machines, OTHER_TEAM);
  tellVolumes(truth, others.loose, OTHER_TEAM);

  return assemble(on, {
    name: 'two-clusters',
    now,
    beforeAt,
    subject: blueBefore,
    before: {
      machines: [
        ...blues,
        ...greens,
        ...managed.blue,
        ...managed.green,
        ...madeBefore(beforeAt, others.machines),
      ],
      loose: others.loose,
      clusters: [blueBefore, clusterOf(green, greens, managed.green)],
    },
    after: {
      machines: [
        ...leftovers,
        ...greens,
        ...youngGreens,
        bare,
        crossed,
        copied,
        ...managed.green,
        ...others.machines,
      ],
      loose: [
        ...stayed.map((volume) => detached(volume, formatInstant(plusMs(deletedAt, 4 * MINUTE_MS)))),
        ...others.loose,
      ],
      clusters: [clusterOf(green, [...greens, ...youngGreens], managed.green)],
    },
    truth,
  });
}
