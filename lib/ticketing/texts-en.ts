import type { TicketTexts } from './texts.ts';

export const ticketTextsEn: TicketTexts = {
  title: (cluster) => `Karpenter: inquiry about cluster ${cluster}`,
  intro: (asOf) =>
    `For the KakaoCloud help desk (Help desk > technical inquiry), as of ${asOf}. Values that look secret were taken out; no Secret was read.`,
  atAGlance: 'At a glance',
  rows: {
    name: 'Cluster name',
    id: 'Cluster ID (console)',
    uid: 'Cluster UID (API endpoint)',
    project: 'Project',
    state: 'State',
    chart: 'Provider chart',
    image: 'Controller image',
    recorded: 'Last recorded',
  },
  unknown: 'not known',
  notInstalled: 'not installed',
  asOfReading: (value, at) => `${value} (read ${at})`,
  states: {
    alive: (phase) => `there (${phase})`,
    deleting: (phase, since) =>
      `being deleted (${phase}), ${since === undefined ? 'since an unknown time' : `since ${since} or earlier`}`,
    gone: (by) => `gone since ${by} or earlier`,
    neverKnown: 'no list, record or configuration has this UID',
    unreadable: (why) => `could not be found out: ${why}`,
  },
  toDo: 'Before you send it',
  steps: (file, command) => [
    `Fill in \`${file}\`: when it happened and what was changed.`,
    `Add the controller's logs of that time. They are not read by this program. While the controller runs: \`${command}\`; afterwards take them from where your logs are kept. Look through them for secrets yourself.`,
    'Look through the files below: you know best what must not be passed on.',
  ],
  concerned: 'Instances and volumes concerned',
  nothingConcerned: 'Nothing of this cluster was found to be left.',
  columns: {
    kind: 'kind',
    id: 'ID',
    name: 'name',
    node: 'Node',
    nodeClaim: 'NodeClaim',
    verdict: 'verdict',
  },
  kinds: { instance: 'instance', volume: 'volume' },
  notRead: 'could not be read',
  more: (count, file) => `… and ${count} more, in \`${file}\`.`,
  contents: 'Files',
  contentColumns: ['file', 'bytes', 'what it is'],
  files: {
    'index.md': 'this page',
    'what-happened.md': 'for you to fill in: when it happened and what was changed',
    'cluster.yaml': 'name, ID, UID and phase of the cluster; chart and image of the provider',
    'kcnodeclasses.yaml': 'KCNodeClasses, as they were last recorded',
    'nodepools.yaml': 'NodePools, as they were last recorded',
    'nodeclaims.yaml': 'NodeClaims, as they were last recorded',
    'warnings.yaml': 'Warning events about the provider, Nodes, NodeClaims, NodePools and KCNodeClasses',
    'recorded.yaml': 'recorded NodeClaims with provider IDs, Nodes, instances and volumes',
    'remaining.yaml': 'what is left, with verdicts and evidence',
    'redactions.txt': 'where a value was taken out because it looked secret',
  },
  missing: 'What is missing',
  nothingMissing: 'Nothing that the help desk asks for, but what you are to add.',
  gaps: {
    neverRecorded: (kind) =>
      `${kind}: never recorded. While the cluster is there, \`orphan-audit record\` does it.`,
    inDamagedFile: (kind, names) => `${kind}: a damaged file of the ledger held ${names}.`,
    damagedFile: (file) => `A file of the ledger cannot be understood: ${file}.`,
    notReadNow: (why) =>
      `What the cluster says now could not be read, and stands here as it was recorded: ${why}`,
    noRecord: 'There is no record of the cluster, or its records are retired: what it had is not known.',
    left: (count, kind) =>
      `${kind}: ${count} that went earlier and concern nothing that is left were left out.`,
    incomplete: (problem) => `What is left could not be found out whole: ${problem}`,
  },
  takenOut: 'What was taken out',
  nothingTakenOut: 'Nothing looked secret.',
  wasTakenOut: (count, file) =>
    `Where a value looked secret, it is \`[redacted]\`: ${count} in all, at the places in \`${file}\`.`,
  whatHappened: (cluster) => `# What happened (cluster ${cluster})

Please fill in, and leave nothing secret in it.

- When did it happen (with time zone)?
- When was it noticed, and by what?
- What was changed before it: upgrades, Helm values, NodePools, KCNodeClasses, signing keys, names or descriptions of instances, IAM keys?
- Who or what made the change (a person, GitOps, a script)?
- What was expected, and what happened instead?
- What has been tried since?
- Is the signing-key Secret, or its backup, still there (yes or no; never the key itself)?
`,
};
