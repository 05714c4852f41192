import { grouped, named } from '../words/printable.ts';
import type { FateCounts, NameAnswer } from './clearance.ts';
import type { ClearanceTexts } from './texts.ts';

const instances = (n: number) => (n === 1 ? '1 instance' : `${grouped(n)} instances`);
const volumes = (n: number) => (n === 1 ? '1 volume' : `${grouped(n)} volumes`);
const records = (n: number) => (n === 1 ? '1 record' : `${grouped(n)} records`);

function counts(what: string) {
  return ({ recorded, gone, remaining, unreadable, found, unattributed }: FateCounts) =>
    [
      `${what}: ${grouped(recorded)} recorded: ${grouped(gone)} gone (each proven by a 404), ${grouped(remaining)} remaining, ${grouped(unreadable)} unreadable`,
      ...(found > 0 ? [`${grouped(found)} more found that bear its marks`] : []),
      ...(unattributed > 0 ? [`${grouped(unattributed)} more found of an unknown owner`] : []),
    ].join('; ');
}

function byName(answers: readonly NameAnswer[]): string {
  if (answers.length === 0) return 'nobody recorded a name to ask for';
  return answers
    .map(({ name, answer }) =>
      answer === 'not-found'
        ? `a GET by its name ${named(name)} answers 404`
        : `a GET by its name ${named(name)} finds another cluster`,
    )
    .join(', and ');
}

export const clearanceEn: ClearanceTexts = {
  title: 'Karpenter cluster check',
  cluster: 'Cluster: ',
  project: 'Project: ',
  run: 'Run: ',
  noName: '(no name recorded)',
  consoleId: (id) => `console ID ${id}`,
  incomplete: 'INCOMPLETE CHECK',
  incompleteMeans:
    'Something could not be read, or contradicts itself. What is not shown here may still be there.',
  state: {
    alive: (phase) =>
      `ALIVE: the cluster is listed, in phase ${phase}. Nothing is cleared while it lives; \`orphan-audit audit\` judges what a living cluster has left.`,
    deleting: (phase, since, period) => {
      if (period === 'past')
        return `STUCK IN DELETION: the cluster is listed, in phase ${phase}, since ${since} or earlier. That is longer than the deletion period.`;
      if (period === 'within')
        return `BEING DELETED: the cluster is listed, in phase ${phase}, since ${since} or earlier. The deletion period is not over: check again later.`;
      return `BEING DELETED: the cluster is listed, in phase ${phase}. Since when is not known: no earlier run or record saw it so.`;
    },
    heldBy: 'WHAT HOLDS IT',
    heldByResources: (some, more) => `Still there, see below: ${some}, ${more}`,
    heldByNoResources: 'No instance or volume of it is known to be there.',
    nodeClaims: (names) => `NodeClaims: ${names ?? 'could not be read'}`,
    nodes: (names) => `Nodes of Karpenter: ${names ?? 'could not be read'}`,
    none: 'none',
    beingDeleted: (name) => `${name} (being deleted)`,
    whenStuck:
      "If it stays like this after its leftovers are dealt with, ask the help desk (Help desk > technical inquiry). Never remove a NodeClaim's finalizer by hand.",
    gone: (answers, lastSeenAlive, goneBy) =>
      `GONE: two complete lists of clusters lack it, and ${byName(answers)}. ${
        lastSeenAlive === undefined
          ? 'No run or record says when it lived'
          : `Last seen alive ${lastSeenAlive}`
      }; gone by ${goneBy}.`,
    neverKnown:
      "UNKNOWN: no list of clusters, record, run or configuration has this UID. The UID is the UUID at the start of the Kubernetes API endpoint's host; the console's cluster ID is another.",
    unreadable: (why) => `NOT PROVEN: whether the cluster is gone could not be found out: ${why}`,
  },
  namesake: (name, uid, phase) =>
    `Another cluster is called ${name}: ${uid ?? 'of an unknown UID'}, in phase ${phase}. It is not the one that was checked.`,
  noRecord:
    'NO RECORD of this cluster: what it had is not known, and nothing of it can be proven gone. Below is what still bears its marks.',
  retired: (at, provenAt) =>
    `RECORDS RETIRED at ${at}: all that was recorded of this cluster had been proven gone by ${provenAt}, and its records are no longer read. Below is what bears its marks now.`,
  ledgerDamaged:
    'THE LEDGER COULD NOT BE READ WHOLE: more may have been recorded of this cluster than is said here.',
  counts: { instance: counts('Instances'), volume: counts('Volumes') },
  groups: {
    recorded: { heading: 'REMAINING', meaning: 'recorded, and still there' },
    found: { heading: 'FOUND', meaning: "not recorded, and marked as this cluster's" },
    unattributed: {
      heading: 'OF AN UNKNOWN OWNER',
      meaning: "made by some Karpenter; nothing says which cluster's, so they may be this one's",
    },
    unreadable: { heading: 'UNREADABLE', meaning: 'neither proven gone nor judged' },
    gone: { heading: 'GONE', meaning: 'the list lacks each of them, and a GET by its ID answers 404' },
  },
  clearance: {
    heading: 'CLEARANCE',
    granted: ({ cluster, uid, project, asOf, instances: some, volumes: more }) =>
      `Nothing of cluster ${cluster} (${uid}) is left in project ${project}, as of ${asOf}: the cluster is gone, ${instances(some)} and ${volumes(more)} that were recorded are proven gone, and nothing else bears its marks. What this rests on, and what was not looked at, is said below.`,
    withheldHeading: 'NO CLEARANCE',
    withheld: {
      'cluster-alive': 'the cluster is alive',
      'cluster-deleting': 'the cluster is still being deleted',
      'cluster-never-known': 'nobody knows a cluster of this UID',
      'cluster-unreadable': 'it is not proven that the cluster is gone',
      'ledger-unreadable': 'the ledger could not be read whole',
      'no-record': 'there is no record of the cluster',
      'records-retired': 'its records were retired, and prove nothing any more',
      'node-claims-never-recorded': 'its NodeClaims were never recorded',
      'node-claims-unclear': 'NodeClaims were recorded with provider IDs in which no instance can be found',
      'recorded-remain': 'recorded resources are still there',
      'marked-found': 'resources that were not recorded bear its marks',
      'owner-unknown': 'there are instances of Karpenter of which nothing says whose they are',
      'resources-unreadable': 'resources could not be read, or a list and a GET contradict each other',
      'run-incomplete': 'not everything could be read',
    },
  },
  coverage: {
    heading: 'WHAT THIS RESTS ON',
    listed: (listed, project, asOf) =>
      `Listed in project ${project}, as of ${asOf}: ${[
        listed.instances === null ? 'instances UNREADABLE' : instances(listed.instances),
        listed.volumes === null ? 'volumes UNREADABLE' : volumes(listed.volumes),
        listed.clusters === null
          ? 'clusters UNREADABLE'
          : listed.clusters === 1
            ? '1 cluster'
            : `${grouped(listed.clusters)} clusters`,
      ].join(', ')}.`,
    records: ({ count, live, imported }, first, last) =>
      `Recorded: ${records(count)} (${grouped(live)} live, ${grouped(imported)} imported), ${first === last ? `at ${first}` : `from ${first} to ${last}`}.`,
    noRecords: 'Recorded: nothing.',
    read: ({ withNodeClaims, withInstances, withPersistentVolumes }) =>
      `NodeClaims were read in ${records(withNodeClaims)}, instances with their volumes in ${records(withInstances)}, PersistentVolumes in ${records(withPersistentVolumes)}.`,
    unseenSince: (last) =>
      last === undefined
        ? 'What Karpenter made is looked for by name, description and owner only.'
        : `What Karpenter made after ${last}, when NodeClaims were last read, is looked for by name, description and owner only.`,
    nodeClaimsWithoutInstance: (n) =>
      n === 1
        ? '1 NodeClaim had no provider ID in any record; what it made is looked for in the same way.'
        : `${grouped(n)} NodeClaims had no provider ID in any record; what they made is looked for in the same way.`,
    nodeClaimsUnclear: (n) =>
      `${n === 1 ? '1 NodeClaim had a provider ID' : `${grouped(n)} NodeClaims had provider IDs`} in which no instance can be found: whether that is gone cannot be asked.`,
    persistentVolumesUnclear: (n) =>
      `${n === 1 ? '1 PersistentVolume had a volume handle' : `${grouped(n)} PersistentVolumes had volume handles`} in which no volume can be found: what is behind is no block volume, or cannot be asked for.`,
    instancesWithoutVolumes: (n) =>
      `Of ${n === 1 ? '1 recorded instance' : `${grouped(n)} recorded instances`} no record says which volumes it had: one that was detached and bears no mark is not seen.`,
    unattributedPersistentVolumes: (n) =>
      `${n === 1 ? '1 volume was' : `${grouped(n)} volumes were`} some cluster's PersistentVolume, and nothing says which cluster's.`,
    notLookedAt: (what) => `Not looked at: ${what.join(', ')}.`,
    unlooked: {
      'public-ips': 'public IPs',
      'network-interfaces': 'network interfaces',
      'load-balancers': 'load balancers',
      'security-groups': 'security groups',
      snapshots: 'snapshots',
      'object-storage': 'object storage',
      'other-projects-and-regions': 'other projects and regions',
    },
  },
  keyring: {
    heading: 'KEYRING: ',
    mayBeRetired:
      'with this clearance it may be retired, unless a cluster of another project uses it. Keep this result.',
    keep: {
      'no-clearance':
        'keep the keyring and its backup. Until this cluster is cleared, they prove whose an instance is.',
      'serves-other-clusters':
        'keep the keyring and its backup. This cluster needs them no longer, but another one that may use them lives or has something left.',
    },
  },
};
