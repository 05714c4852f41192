import type { Instance } from '../inventory/instance.ts';
import { type ClusterUid, type Uid8, uid8Of } from '../terms/ids.ts';
import { absurd } from '../terms/words.ts';
import type { Fact } from './scheme.ts';

/** What is known of an instance that a signature may cover. `undefined` is "not known", never "none". */
export interface SignedInstance {
  readonly name: string;
  readonly description: string;
  /** From its name. */
  readonly uid8: Uid8 | undefined;
  readonly nodeClaim: NodeClaimName;
  readonly nodeClaimUid: string | undefined;
  readonly nodePool: string | undefined;
  readonly instanceType: string | undefined;
  readonly zone: string | undefined;
  readonly projectId: string | undefined;
  /** The clusters that may have made it; those that its name rules out do not count. */
  readonly clusters: readonly ClusterUid[];
}

export type NodeClaimName =
  | { readonly kind: 'whole'; readonly name: string }
  /** From a name that the cloud cut off. */
  | { readonly kind: 'start'; readonly start: string }
  /** The name is not one that Karpenter gives. */
  | { readonly kind: 'none' };

/** What the listing of an instance does not say of it. */
export interface KnownOfInstance {
  /** Every cluster that is known in the project; at calibration the one whose NodeClaim points at the instance. */
  readonly clusters: readonly ClusterUid[];
  readonly projectId: string | undefined;
  /** From its live NodeClaim, or from its record. */
  readonly nodeClaim:
    | {
        readonly name: string;
        readonly uid: string | undefined;
        readonly nodePool: string | undefined;
      }
    | undefined;
}

export function signedInstance(
  instance: Pick<Instance, 'name' | 'description' | 'nameMark' | 'flavor' | 'availabilityZone' | 'projectId'>,
  known: KnownOfInstance,
): SignedInstance {
  const { nameMark } = instance;
  return {
    name: instance.name,
    description: instance.description,
    uid8: nameMark.kind === 'other' ? undefined : nameMark.uid8,
    nodeClaim: nodeClaimName(nameMark, known.nodeClaim?.name),
    nodeClaimUid: known.nodeClaim?.uid,
    nodePool: known.nodeClaim?.nodePool,
    instanceType: instance.flavor,
    zone: instance.availabilityZone,
    projectId: instance.projectId ?? known.projectId,
    clusters: known.clusters,
  };
}

/** A whole name says it itself, and a record that says something else must not make a renamed instance verify. */
function nodeClaimName(nameMark: Instance['nameMark'], known: string | undefined): NodeClaimName {
  switch (nameMark.kind) {
    case 'matches':
      return { kind: 'whole', name: nameMark.nodeClaim };
    case 'cut-off':
      return known?.startsWith(nameMark.nodeClaimStart)
        ? { kind: 'whole', name: known }
        : { kind: 'start', start: nameMark.nodeClaimStart };
    case 'other':
      return { kind: 'none' };
    default:
      return absurd(nameMark);
  }
}

/** One cluster that may have made the instance; `uid` is `undefined` when only its first 8 characters are known. */
export interface ClusterView {
  readonly uid: ClusterUid | undefined;
  readonly uid8: Uid8 | undefined;
}

/** Never empty: an instance of which no cluster is known has the view in which none is. */
export function clusterViews({ clusters, uid8 }: SignedInstance): readonly ClusterView[] {
  const views = clusters
    .map((uid) => ({ uid, uid8: uid8Of(uid) }))
    .filter((view) => uid8 === undefined || view.uid8 === uid8);
  return views.length > 0 ? views : [{ uid: undefined, uid8 }];
}

/** The text that stands for a fact in a payload; `undefined`: not known. An empty text is no fact. */
export function factText(fact: Fact, instance: SignedInstance, view: ClusterView): string | undefined {
  const text = rawFact(fact, instance, view);
  return text === '' ? undefined : text;
}

function rawFact(fact: Fact, instance: SignedInstance, view: ClusterView): string | undefined {
  switch (fact) {
    case 'instance-name':
      return instance.name;
    case 'nodeclaim-name':
      return instance.nodeClaim.kind === 'whole' ? instance.nodeClaim.name : undefined;
    case 'cluster-uid':
      return view.uid;
    case 'cluster-uid-plain':
      return view.uid?.replaceAll('-', '');
    case 'cluster-uid8':
      return view.uid8;
    case 'project-id':
      return instance.projectId;
    case 'nodeclaim-uid':
      return instance.nodeClaimUid;
    case 'nodepool':
      return instance.nodePool;
    case 'instance-type':
      return instance.instanceType;
    case 'zone':
      return instance.zone;
    default:
      return absurd(fact);
  }
}
