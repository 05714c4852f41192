import type { InstanceVerdict, RecordChange, VolumeMark } from '../../evidence/outcomes.ts';
import type { Billing } from '../../inventory/billing.ts';
import { formatInstant, type Instant } from '../../terms/instants.ts';
import { absurd } from '../../terms/words.ts';
import { named, printable } from './printable.ts';
import type { EvidenceTexts } from './texts.ts';

export const evidenceEn: EvidenceTexts = {
  name: (e, name) => {
    switch (e.kind) {
      case 'matches':
        return `The name ${named(name)} is a Karpenter instance name: uid8 ${e.uid8}, NodeClaim ${named(e.nodeClaim)}.`;
      case 'cut-off':
        return `The name ${named(name)} is as long as the cloud allows: uid8 ${e.uid8}, and a NodeClaim whose name begins with ${named(e.nodeClaimStart)}.`;
      case 'other':
        return name === '' ? 'It has no name.' : `The name ${named(name)} is no Karpenter instance name.`;
      default:
        return absurd(e);
    }
  },
  description: (e) => {
    switch (e.kind) {
      case 'marked':
        return e.fields.length === 0
          ? 'The description begins with the mark of Karpenter and has no field behind it.'
          : `The description begins with the mark of Karpenter, followed by the fields: ${e.fields.map((field) => named(field.key)).join(', ')}.`;
      case 'other-version':
        return `The description bears the mark of Karpenter in version ${named(e.version)}, which is not understood.`;
      case 'other':
        return 'The description does not begin with the mark of Karpenter.';
      default:
        return absurd(e);
    }
  },
  signature: (e) => {
    switch (e.kind) {
      case 'valid':
        return e.key === 'active'
          ? `The signature is valid, made with the active key ${named(e.keyId)}.`
          : `The signature is valid, made with the retired key ${named(e.keyId)}.`;
      case 'invalid':
        return 'The signature is not valid for this description.';
      case 'unknown-key':
        return `The signature names the key ${named(e.keyId)}, which the keyring lacks.`;
      case 'absent':
        return 'The description bears no signature.';
      case 'uncovered':
        return 'The signature does not cover the whole description: something stands before, between or behind what was signed.';
      case 'unverified':
        switch (e.why) {
          case 'no-keyring':
            return 'No signature could be checked: no keyring is configured for it.';
          case 'no-scheme':
            return 'No signature could be checked: no signature scheme is there.';
          case 'stale-scheme':
            return 'No signature could be checked: a live instance of the cluster does not verify, so that the signature scheme or the keyring is out of date.';
          case 'facts-missing':
            return `No signature could be checked: it covers what is no longer known of the instance (${e.facts.join(', ')}).`;
          default:
            return absurd(e);
        }
      default:
        return absurd(e);
    }
  },
  record: (e) => {
    switch (e.kind) {
      case 'recorded':
        return `It was recorded ${formatInstant(e.recordedAt)} for NodeClaim ${named(e.nodeClaim)} of cluster ${e.clusterUid}; ${changed(e.changes)}${order(e.fieldOrder)}.`;
      case 'unrecorded':
        return 'The ledger holds no NodeClaim with its ID.';
      case 'contradictory':
        return `Its records contradict each other: ${printable(e.detail)}`;
      case 'unreadable':
        return `A part of the ledger that could hold it could not be read: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  claim: (e, of) => {
    const it = of === 'instance' ? 'it' : 'its instance';
    switch (e.kind) {
      case 'claimed':
        return `NodeClaim ${named(e.nodeClaim)} of cluster ${named(e.cluster)} points at ${it}.`;
      case 'claim-terminating':
        return `NodeClaim ${named(e.nodeClaim)} of cluster ${named(e.cluster)} points at ${it} and is being deleted.`;
      case 'claim-launching':
        return `NodeClaim ${named(e.nodeClaim)} has no provider ID yet.`;
      case 'claim-elsewhere':
        return `NodeClaim ${named(e.nodeClaim)} points at another instance, ${named(e.instanceId)}.`;
      case 'claim-unclear':
        return `It is unclear where NodeClaim ${named(e.nodeClaim)} points: ${printable(e.detail)}`;
      case 'claim-duplicated':
        return `NodeClaim ${named(e.nodeClaim)} shares its provider ID with NodeClaim ${named(e.other)}.`;
      case 'unclaimed':
        return `No live NodeClaim points at ${it}.`;
      case 'unreadable':
        return e.reason === 'owner-list-shrunk'
          ? `A list of NodeClaims is not believed yet: ${printable(e.detail)}`
          : `The NodeClaims could not all be read: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  node: (e, of) => {
    const it = of === 'instance' ? 'it' : 'its instance';
    switch (e.kind) {
      case 'ready':
        return `Node ${named(e.node)} of cluster ${named(e.cluster)} points at ${it} and is Ready.`;
      case 'not-ready':
        return `Node ${named(e.node)} of cluster ${named(e.cluster)} points at ${it} and is not Ready.`;
      case 'none':
        return `No Node points at ${it}.`;
      case 'unreadable':
        return `The Nodes could not all be read: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  cluster: (e) => {
    switch (e.kind) {
      case 'alive':
        return `Its cluster is alive, in phase ${named(e.phase)}${neverAsked(e.witness)}.`;
      case 'deleting':
        return `Its cluster is being deleted, ${deletingSince(e.since, e.period)}${neverAsked(e.witness)}.`;
      case 'gone':
        return `Its cluster is gone, ${lastSeen(e.lastSeenAlive)}${e.createdAfterDeletion ? '; this was created later than that deletion' : ''}.`;
      case 'never-seen':
        return 'Neither the cluster list nor the ledger nor the configuration has its cluster.';
      case 'unreadable':
        return `Its cluster could not be read: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  age: (e) => {
    switch (e.kind) {
      case 'old-enough':
        return `Created ${formatInstant(e.createdAt)}, longer ago than the grace period.`;
      case 'young':
        return `Created ${formatInstant(e.createdAt)}, within the grace period.`;
      case 'unknown':
        return `Its age is unknown: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  state: (e, billing) => {
    const billed = billedState(billing);
    const status =
      e.status === '' ? `It has no status (${billed})` : `Its status is ${named(e.status)} (${billed})`;
    switch (e.kind) {
      case 'present':
        return `${status}: it is there.`;
      case 'available':
        return `${status}: it is there and free.`;
      case 'in-use':
        return `${status}: an instance uses it.`;
      case 'error':
        return `${status}: an error state.`;
      case 'deleting':
        return `${status}: it is being deleted.`;
      case 'in-transition':
        return `${status}: a passing state, for less than a day.`;
      case 'stuck-in-transition':
        return `${status}: a passing state, for a day or longer.`;
      case 'other':
        return `${status}: a state that is not known.`;
      default:
        return absurd(e);
    }
  },
  identity: (e) => {
    switch (e.kind) {
      case 'agreed': {
        const { clusterUid, clusterName, nodeClaim } = e.owner;
        const cluster = clusterName === undefined ? clusterUid : `${named(clusterName)} (${clusterUid})`;
        return nodeClaim === undefined
          ? `Its marks agree on cluster ${cluster}.`
          : `Its marks agree on NodeClaim ${named(nodeClaim)} of cluster ${cluster}.`;
      }
      case 'none':
        return 'Its marks fit no known cluster.';
      case 'conflict':
        return `Its marks contradict each other: ${printable(e.detail)}`;
      case 'collision':
        return `Its uid8 fits more than one known cluster: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  twin: (e) => {
    switch (e.kind) {
      case 'alone':
        return 'No other instance, listed or recorded, bears its name.';
      case 'twin':
        return `Instance ${named(e.other)} bears the same name.`;
      case 'unknown':
        return 'Nobody looked whether another instance bears its name.';
      default:
        return absurd(e);
    }
  },
  sightings: (e) => {
    const seen = `Seen without an owner in ${e.count} complete ${e.count === 1 ? 'run' : 'runs in a row'}`;
    switch (e.kind) {
      case 'enough':
        return `${seen}; ${e.needed} are enough for a living cluster.`;
      case 'too-few':
        return `${seen}; a living cluster needs ${e.needed}.`;
      default:
        return absurd(e.kind);
    }
  },
  mark: (e) => {
    switch (e.kind) {
      case 'marked':
        return `It is tied to Karpenter or Kubernetes by ${e.by.map(volumeMark).join(', ')}.`;
      case 'none':
        return 'Nothing ties it to Karpenter or Kubernetes.';
      default:
        return absurd(e);
    }
  },
  persistentVolume: (e) => {
    switch (e.kind) {
      case 'bound':
        return `PersistentVolume ${named(e.name)} of cluster ${named(e.cluster)} points at it.`;
      case 'csi-leftover':
        return "Its name or metadata is a CSI driver's, and no live PersistentVolume points at it.";
      case 'none':
        return 'No PersistentVolume points at it.';
      case 'unreadable':
        return `The PersistentVolumes could not all be read: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  attachment: (e) => {
    switch (e.kind) {
      case 'unattached':
        return 'It is attached to no instance.';
      case 'attached':
        return `It is attached to instance ${named(e.instanceId)}, which is ${instanceVerdict(e.verdict)}.`;
      case 'instance-missing':
        return `It says that it is attached to instance ${named(e.instanceId)}, which does not exist.`;
      case 'disagrees':
        return `What is known of its attachment disagrees: ${printable(e.detail)}`;
      case 'unreadable':
        return `Its attachment could not be read: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  volumeRecord: (e) => {
    switch (e.kind) {
      case 'recorded':
        return `It was recorded ${formatInstant(e.recordedAt)} on instance ${named(e.instanceId)} of NodeClaim ${named(e.nodeClaim)} of cluster ${e.clusterUid}, ${createdAt(e.createdAt)}, ${e.origin === 'with-instance' ? 'made with the instance' : 'attached later or seen on another instance'}, ${onTermination(e.onTermination)}.`;
      case 'unrecorded':
        return "The ledger holds it among no instance's volumes.";
      case 'contradictory':
        return `Its records contradict each other: ${printable(e.detail)}`;
      case 'unreadable':
        return `A part of the ledger that could hold it could not be read: ${printable(e.detail)}`;
      default:
        return absurd(e);
    }
  },
  recordedInstance: (e) => {
    switch (e.kind) {
      case 'gone':
        return 'The instance that it was recorded with is gone.';
      case 'exists':
        return 'The instance that it was recorded with still exists.';
      case 'unreadable':
        return 'Whether the instance that it was recorded with still exists could not be read.';
      case 'unrecorded':
        return 'It was recorded with no instance.';
      default:
        return absurd(e.kind);
    }
  },
};

function changed(changes: readonly RecordChange[]): string {
  if (changes.length === 0) return 'nothing has changed since';
  return `its ${changes.map(changedPart).join(' and ')} ${changes.length === 1 ? 'differs' : 'differ'} from the records`;
}

function changedPart(change: RecordChange): string {
  switch (change) {
    case 'name':
    case 'description':
      return change;
    case 'created-at':
      return 'creation time';
    default:
      return absurd(change);
  }
}

function order(fieldOrder: 'same' | 'different' | 'too-few'): string {
  switch (fieldOrder) {
    case 'same':
      return "; its description has its fields in the order of the cluster's other records";
    case 'different':
      return "; its description has its fields in another order than the cluster's other records";
    case 'too-few':
      return '; the cluster has too few records to compare the order of the fields';
    default:
      return absurd(fieldOrder);
  }
}

function neverAsked(witness: 'asked' | 'declared-none'): string {
  return witness === 'asked' ? '' : ', and by configuration it is never asked';
}

function deletingSince(since: Instant | undefined, period: 'within' | 'past' | 'unknown'): string {
  const start = since === undefined ? 'since an unknown time' : `first seen so ${formatInstant(since)}`;
  switch (period) {
    case 'within':
      return `${start}, within the deletion period`;
    case 'past':
      return `${start}, longer than the deletion period`;
    case 'unknown':
      return `${start}, so that the deletion period cannot be measured`;
    default:
      return absurd(period);
  }
}

function lastSeen(at: Instant | undefined): string {
  return at === undefined ? 'and no run or record saw it alive' : `last seen alive ${formatInstant(at)}`;
}

function billedState(billing: Billing): string {
  switch (billing) {
    case 'billed':
      return 'billed';
    case 'not-billed':
      return 'not billed';
    case 'unknown':
      return 'nobody knows whether billed';
    default:
      return absurd(billing);
  }
}

function volumeMark(mark: VolumeMark): string {
  switch (mark) {
    case 'recorded':
      return 'a record';
    case 'attached-to-marked-instance':
      return 'a marked instance that it is attached to';
    case 'instance-name':
      return 'a Karpenter instance name';
    case 'kubernetes-metadata':
      return "a CSI driver's name or metadata";
    case 'persistent-volume':
      return 'a PersistentVolume';
    default:
      return absurd(mark);
  }
}

function instanceVerdict(verdict: InstanceVerdict): string {
  if (verdict === 'in-use') return 'in use';
  return verdict === 'orphan' ? 'an orphan' : verdict;
}

function createdAt(against: 'equal' | 'different' | 'unknown'): string {
  switch (against) {
    case 'equal':
      return 'created at the same time as it is now';
    case 'different':
      return 'created at another time than it is now';
    case 'unknown':
      return 'without a creation time to compare';
    default:
      return absurd(against);
  }
}

function onTermination(recorded: 'deleted' | 'kept' | 'unknown'): string {
  switch (recorded) {
    case 'deleted':
      return 'set to be deleted with it';
    case 'kept':
      return 'set to outlive it';
    case 'unknown':
      return 'and not known whether it was set to outlive it';
    default:
      return absurd(recorded);
  }
}
