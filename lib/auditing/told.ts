import type { IdentityEvidence } from '../evidence/outcomes.ts';
import type { Cloud } from '../inventory/cloud.ts';
import type { LedgerEntries } from '../ledger/ledger.ts';
import { AuditFailure } from '../terms/failure.ts';
import type { ClusterUid, ResourceId } from '../terms/ids.ts';
import { uid8Of } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import { readable } from '../terms/readable.ts';
import { goneSince } from '../verdict/gone-since.ts';
import type { RuledInstance, RuledVolume } from '../verdict/judge.ts';
import type { Judged, ProjectVerdicts } from '../verdict/judged.ts';
import type { NextStep } from '../verdict/judgement.ts';
import { nextStepOf } from '../verdict/next-step.ts';
import type { Looked } from './clusters.ts';
import type { FinalJudgement } from './judge.ts';
import type { KeyringsSeen } from './keyrings.ts';
import type { Look } from './look.ts';

/** Puts what a run found into the words of the result: next steps, since when, problems. */
export async function told(input: {
  readonly project: { readonly name: string; readonly region: string; readonly cloud: Cloud };
  readonly looked: Looked;
  readonly look: Look;
  readonly run: Pick<FinalJudgement, 'instances' | 'volumes'>;
  readonly keys: KeyringsSeen;
  readonly entries: LedgerEntries;
  /** Any makes the run incomplete. */
  readonly failures: readonly AuditFailure[];
}): Promise<ProjectVerdicts> {
  const { project, look, run, keys } = input;
  const id = await readable(() => project.cloud.project());
  const complete = input.failures.length === 0;
  const ruled = [...run.instances, ...run.volumes];
  const hasOther = onceForEach((owner: ClusterUid) => hasOtherKarpenterCluster(owner, ruled, look));
  const step = (one: RuledInstance | RuledVolume) => nextStep(one, hasOther);
  const since = (one: RuledInstance | RuledVolume) =>
    goneSince(one.resource.id, one.evidence, input.looked.ledger, look.clusters.known, input.looked.now);
  const judged: Judged[] = [
    ...run.instances.map((one) => ({
      kind: 'instance' as const,
      ...one,
      nextStep: step(one),
      goneSince: since(one),
    })),
    ...run.volumes.map((one) => ({
      kind: 'volume' as const,
      ...one,
      nextStep: step(one),
      goneSince: since(one),
    })),
  ];
  return {
    project: { name: project.name, region: project.region, id: id.kind === 'read' ? id.value.id : undefined },
    listed: {
      instances: look.instances.kind === 'read' ? look.instances.value.total : undefined,
      volumes: look.volumes.kind === 'read' ? look.volumes.value.total : undefined,
    },
    judged,
    problems: [...once(input.failures), ...foreignRows(look)],
    warnings: keys.warnings,
    complete,
    lastCompleteAt: complete ? input.looked.now : lastOf(input.entries.runs.filter((run) => run.complete)),
    lastRecordedAt: lastOf(input.entries.records.map(({ recordedAt }) => ({ asOf: recordedAt }))),
    keyrings: keys.keyrings,
  };
}

function lastOf(moments: readonly { readonly asOf: Instant }[]): Instant | undefined {
  return moments.reduce<Instant | undefined>(
    (last, { asOf }) => (last === undefined || asOf > last ? asOf : last),
    undefined,
  );
}

function nextStep(one: RuledInstance | RuledVolume, hasOther: (owner: ClusterUid) => boolean): NextStep {
  const owner = one.evidence.identity.kind === 'agreed' ? one.evidence.identity.owner.clusterUid : undefined;
  return nextStepOf(one.judgement, {
    cluster: one.evidence.cluster,
    isInErrorState: one.evidence.state.kind === 'error',
    hasOtherKarpenterCluster: owner === undefined || hasOther(owner),
  });
}

/** Every resource of a cluster asks the same, and each answer looks at all resources. */
function onceForEach<Key, Answer>(ask: (key: Key) => Answer): (key: Key) => Answer {
  const answers = new Map<Key, Answer>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = ask(key);
    answers.set(key, answer);
    return answer;
  };
}

/**
 * Another cluster than the owner lives, or has marked resources, in the project. One that the configuration declares
 * without Karpenter is none; every other may be one.
 */
export function hasOtherKarpenterCluster(
  owner: ClusterUid,
  judged: readonly Pick<Judged, 'judgement' | 'evidence'>[],
  look: Look,
): boolean {
  const { list, declaredNone } = look.clusters.look;
  if (list.kind === 'unreadable') return true;
  if (list.value.some((cluster) => cluster.uid !== owner && !declaredNone.has(cluster.name))) return true;
  return judged.some(
    ({ judgement, evidence }) => judgement.verdict !== 'unrelated' && isOfAnother(evidence.identity, owner),
  );
}

function isOfAnother(identity: IdentityEvidence, owner: ClusterUid): boolean {
  if (identity.kind === 'agreed') return identity.owner.clusterUid !== owner;
  return identity.uid8 !== undefined && identity.uid8 !== uid8Of(owner);
}

/** One failure may have been met in several places; a person needs to read it once. */
export function once(failures: readonly AuditFailure[]): readonly AuditFailure[] {
  const seen = new Map(failures.map((failure) => [`${failure.code} ${failure.message}`, failure]));
  return [...seen.values()];
}

function foreignRows({ instances, volumes }: Look): readonly AuditFailure[] {
  const foreign: ResourceId[] = [
    ...(instances.kind === 'read' ? instances.value.foreign : []),
    ...(volumes.kind === 'read' ? volumes.value.foreign : []),
  ];
  const [first] = foreign;
  if (first === undefined) return [];
  return [
    new AuditFailure(
      'foreign-project',
      `${foreign.length} listed resources, the first of them ${first}, belong to another project than the credential's`,
      'give the project the credential of its own; resources of another project are never judged',
    ),
  ];
}
