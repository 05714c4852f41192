import { AuditFailure } from '../terms/failure.ts';
import type { ClusterUid } from '../terms/ids.ts';
import { formatInstant } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import type { Candidate, Resolution } from './resolve.ts';

export interface ResolvedIn {
  readonly project: string;
  readonly resolution: Resolution;
}

/** The cluster that is to be checked, in the project that has it. */
export interface CheckTarget {
  readonly project: string;
  readonly uid: ClusterUid;
}

/** How many known clusters a refusal names. */
const NAMED = 12;

/**
 * The one cluster that is meant, of what every chosen project makes of the argument.
 *
 * @throws AuditFailure `bad-usage` when none or several fit; what kept a project from answering, when no other has it
 */
export function chooseCluster(wanted: string, answers: readonly ResolvedIn[]): CheckTarget {
  const targets = answers.flatMap(targetIn);
  const [target, another] = targets;
  if (target !== undefined && another === undefined) return target;
  if (another !== undefined) throw inSeveralProjects(wanted, targets);

  const candidates = answers.flatMap(({ resolution }) =>
    resolution.kind === 'several' ? resolution.candidates : [],
  );
  if (candidates.length > 0) throw severalClusters(wanted, candidates);
  for (const { resolution } of answers) if (resolution.kind === 'unreadable') throw resolution.failure;

  const unrecorded = answers.flatMap(({ project, resolution }) =>
    resolution.kind === 'unrecorded' ? [{ project, uid: resolution.uid }] : [],
  );
  const [only, other] = unrecorded;
  if (only !== undefined && other === undefined) return only;
  if (other !== undefined) throw inNoProject(wanted, unrecorded);
  throw unknownCluster(wanted, answers);
}

function targetIn({ project, resolution }: ResolvedIn): readonly CheckTarget[] {
  return resolution.kind === 'cluster' ? [{ project, uid: resolution.uid }] : [];
}

function inSeveralProjects(wanted: string, targets: readonly CheckTarget[]): AuditFailure {
  const places = targets.map(({ project, uid }) => `${uid} in ${project}`).join(', ');
  return new AuditFailure(
    'bad-usage',
    `${JSON.stringify(wanted)} fits a cluster in each of several projects: ${places}`,
    'say which project with --project',
  );
}

function severalClusters(wanted: string, candidates: readonly Candidate[]): AuditFailure {
  return new AuditFailure(
    'bad-usage',
    `${JSON.stringify(wanted)} fits ${candidates.length} clusters: ${candidates.map(described).join('; ')}`,
    'give the UID of the one that is meant',
  );
}

function described({ uid, now, lastSeen }: Candidate): string {
  const seen = lastSeen === undefined ? 'never seen' : `last seen ${formatInstant(lastSeen)}`;
  return `${uid} (${inWords(now)}, ${seen})`;
}

function inWords(now: Candidate['now']): string {
  switch (now) {
    case 'alive':
      return 'alive';
    case 'deleting':
      return 'being deleted';
    case 'not-listed':
      return 'not listed any more';
    case 'unknown':
      return 'the list could not be read';
    default:
      return absurd(now);
  }
}

function inNoProject(wanted: string, answers: readonly { readonly project: string }[]): AuditFailure {
  return new AuditFailure(
    'bad-usage',
    `no project has a record of a cluster with the UID ${wanted}, so that nothing says where to look for what it left`,
    `say which project with --project: ${answers.map(({ project }) => project).join(', ')}`,
  );
}

function unknownCluster(wanted: string, answers: readonly ResolvedIn[]): AuditFailure {
  const known = answers.flatMap(({ resolution }) => (resolution.kind === 'unknown' ? resolution.known : []));
  const shown = known.slice(0, NAMED).map(({ names, uid }) => `${names.at(-1) ?? 'without a name'} (${uid})`);
  const more = known.length > NAMED ? [`and ${known.length - NAMED} more`] : [];
  const clusters = known.length === 0 ? 'none is known' : `known are ${[...shown, ...more].join(', ')}`;
  return new AuditFailure(
    'bad-usage',
    `no cluster ${JSON.stringify(wanted)} is known`,
    `give a name, UID or ID of a known cluster (${clusters}), or a UID that nobody recorded: what bears its marks can still be looked for`,
  );
}
