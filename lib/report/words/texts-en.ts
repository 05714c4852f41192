import { pageEn } from '../terminal/page-en.ts';
import { evidenceEn } from './evidence-en.ts';
import { grouped } from './printable.ts';
import { rulesEn } from './rules-en.ts';
import type { Texts } from './texts.ts';

export const textsEn: Texts = {
  verdicts: {
    orphan: {
      label: 'orphan',
      meaning:
        "made by a cluster's Karpenter and left without an owner, both proven: act along the next step",
      count: (n) => (n === 1 ? '1 orphan' : `${grouped(n)} orphans`),
    },
    ambiguous: {
      label: 'ambiguous',
      meaning:
        "looks like Karpenter's, but proof is missing or contradicts itself: never delete it from this report",
      count: (n) => `${grouped(n)} ambiguous`,
    },
    held: {
      label: 'held',
      meaning:
        'volumes of instances that are themselves orphan or ambiguous: only together with the instance',
      count: (n) => `${grouped(n)} held`,
    },
    retained: {
      label: 'retained',
      meaning: 'volumes that were set to outlive their instance: the owner of the data decides',
      count: (n) => `${grouped(n)} retained`,
    },
    settling: {
      label: 'settling',
      meaning: 'too early to say: a later run decides',
      count: (n) => `${grouped(n)} settling`,
    },
    'in-use': {
      label: 'in use',
      meaning: 'something alive owns it',
      count: (n) => `${grouped(n)} in use`,
    },
    unrelated: {
      label: 'unrelated',
      meaning: 'nothing says that Karpenter made it',
      count: (n) => `${grouped(n)} unrelated`,
    },
  },
  reasons: {
    'no-karpenter-mark': {
      clause: 'no mark of Karpenter',
      sentence:
        'Nothing ties it to Karpenter: no name, no description, no record, and nothing alive in a cluster.',
    },
    'claim-terminating': {
      clause: 'its NodeClaim is being deleted',
      sentence: 'Its NodeClaim is being deleted, and the controller is to delete the instance with it.',
    },
    claimed: {
      clause: 'owned by a live NodeClaim',
      sentence: 'A live NodeClaim owns it.',
    },
    'node-alive': {
      clause: 'a Ready Node runs on it, without a NodeClaim',
      sentence:
        'A Ready Node points at its instance and no NodeClaim does: pods may run there, and no Karpenter will ever reclaim it.',
    },
    'instance-deleting': {
      clause: 'is being deleted already',
      sentence: 'The cloud is deleting the instance already.',
    },
    'age-unknown': {
      clause: 'its age is unknown',
      sentence:
        'It has no creation time that can be read and believed, so nobody can say that it is old enough to judge.',
    },
    young: {
      clause: 'younger than the grace period',
      sentence: 'It is younger than the grace period: whatever is to own it may not have appeared yet.',
    },
    'identity-conflict': {
      clause: 'its marks contradict each other',
      sentence: 'Name, description, signature and record do not agree on one cluster and one NodeClaim.',
    },
    'uid8-collision': {
      clause: 'two known clusters share its uid8',
      sentence: 'The uid8 in its name fits two known clusters, and nothing else tells which of them made it.',
    },
    'record-conflict': {
      clause: 'contradicts its records',
      sentence:
        'Its records name different clusters or NodeClaims, or its creation time differs from the recorded one by more than a second.',
    },
    'created-after-deletion': {
      clause: 'created after its cluster was deleted',
      sentence:
        'It was created later than its cluster was deleted and the deletion period had passed, so that cluster did not make it.',
    },
    'owner-unreadable': {
      clause: 'what may own it could not be read',
      sentence:
        'The ledger, the cluster list, or what lives in some cluster of the project could not be read whole, or is never asked: what was not read may own it.',
    },
    'owner-list-shrunk': {
      clause: 'a NodeClaim list is suspiciously short',
      sentence:
        'The NodeClaim list of a cluster is empty or less than half as long as it was, while marked instances of that cluster exist; it is not believed yet.',
    },
    'node-not-ready': {
      clause: 'a Node that is not Ready points at it',
      sentence:
        'A Node that is not Ready points at its instance, and no NodeClaim does: the Node may come back.',
    },
    'claim-launching': {
      clause: 'a NodeClaim of its name is launching',
      sentence: 'A NodeClaim of its name has no provider ID yet: it may be launching this very instance.',
    },
    'claim-duplicated': {
      clause: 'two NodeClaims share a provider ID',
      sentence: 'Two NodeClaims share one provider ID, and one of them bears its name.',
    },
    'claim-unclear': {
      clause: 'unclear where its NodeClaim points',
      sentence:
        'The NodeClaim of its name has a provider ID that cannot be parsed, or whose instance is not there.',
    },
    'cluster-deleting': {
      clause: 'its cluster is being deleted',
      sentence: 'Its cluster is being deleted, and the deletion period is not over or its start is unknown.',
    },
    'unknown-cluster': {
      clause: 'fits no known cluster',
      sentence: 'No cluster in the cluster list, the ledger or the configuration fits it.',
    },
    'state-unknown': {
      clause: 'its state is an unknown word',
      sentence: 'The cloud gives its state in a word that this version does not know, or in none.',
    },
    'unsupported-description-version': {
      clause: 'unknown version of the description',
      sentence:
        'Its description bears the mark of Karpenter in a version that this version does not understand.',
    },
    'signature-invalid': {
      clause: 'its signature is not valid',
      sentence:
        'The signature in its description was not made over this description with the key that it names.',
    },
    'signature-absent': {
      clause: 'it is not signed, though it should be',
      sentence: 'Its description bears no signature, although keyring and signature scheme are there.',
    },
    'description-changed': {
      clause: 'its description was changed',
      sentence:
        'Its description is not what Karpenter wrote: it differs from the record, or the signature does not cover it whole.',
    },
    'signing-key-missing': {
      clause: 'signed with a key that is not in the keyring',
      sentence: 'Its signature names a key that the keyring lacks, so that nobody can check it.',
    },
    renamed: {
      clause: 'its name was changed',
      sentence: 'Its name is not the one that Karpenter gave it, or its records name it differently.',
    },
    unproven: {
      clause: 'ownership is not proven',
      sentence:
        'Neither a valid signature on a name of its own nor a complete, unchanged record proves whose it is.',
    },
    twin: {
      clause: 'another instance bears its name',
      sentence:
        'It is not recorded, and another instance bears the same name: one of the two may be a copy that a person made.',
    },
    'first-sighting': {
      clause: 'unowned, but not seen so often enough',
      sentence:
        'Its cluster lives, and it has not been seen without an owner in enough complete runs in a row.',
    },
    'cluster-gone': {
      clause: 'its cluster is gone',
      sentence: 'Its cluster is proven to be gone, and nothing that is alive owns it.',
    },
    'cluster-stuck-deleting': {
      clause: 'its cluster is stuck in deletion',
      sentence:
        'Its cluster has been deleting for longer than the deletion period, and nothing that is alive owns it.',
    },
    'duplicate-launch': {
      clause: 'its NodeClaim owns another instance',
      sentence:
        'The NodeClaim of its name points at another existing instance: this one was launched twice and forgotten.',
    },
    'claim-gone': {
      clause: 'its NodeClaim is gone',
      sentence: 'Its cluster lives, and the NodeClaim that owned it is gone.',
    },
    brake: {
      clause: 'too many orphans at once: held back',
      sentence:
        "More than half of the cluster's marked instances would have become orphans at once in this run; that is rather a fault in what was read.",
    },
    'not-confirmed': {
      clause: 'could not be confirmed',
      sentence:
        'It was judged an orphan, but it, its cluster, its NodeClaim or its Node could not be read a second time.',
    },
    'persistent-volume in use': {
      clause: 'a PersistentVolume points at it',
      sentence: 'A PersistentVolume of a live cluster points at it, mounted or not.',
    },
    'persistent-volume unknown': {
      clause: 'was a PersistentVolume, none is known now',
      sentence:
        "Its name or metadata says that it was some cluster's PersistentVolume, and no live one is known: it may hold data that somebody wants.",
    },
    'attachment-disagrees': {
      clause: 'unclear whether it is attached',
      sentence: "Its own row and the instances' lists of volumes disagree about where it is attached.",
    },
    'attached held': {
      clause: 'attached to an orphan or ambiguous instance',
      sentence: 'It is attached to an instance that is itself orphan or ambiguous.',
    },
    'attached alike': {
      clause: 'attached: judged as its instance is',
      sentence: 'It is attached to an instance, whose verdict it shares.',
    },
    'attached-to-missing-instance': {
      clause: 'attached to an instance that is not there',
      sentence: 'It says that it is attached to an instance, and that instance does not exist.',
    },
    'volume-deleting': {
      clause: 'is being deleted already',
      sentence: 'The cloud is deleting the volume already.',
    },
    'in-transition': {
      clause: 'in a passing state',
      sentence: 'It is in a state that passes by itself, and has been for less than a day.',
    },
    'stuck-in-transition': {
      clause: 'stuck in a passing state for over a day',
      sentence: 'It is in a state that should pass by itself, and has been for a day or longer.',
    },
    'creation-time-mismatch': {
      clause: 'created at another time than recorded',
      sentence: 'Its creation time differs from the recorded one by more than a second.',
    },
    detached: {
      clause: 'detached from an instance that still exists',
      sentence: 'It was recorded with an instance that still exists: somebody detached it.',
    },
    'kept-on-termination': {
      clause: 'was set to outlive its instance',
      sentence: 'It was recorded as a volume that is not deleted with its instance.',
    },
    'attached-later': {
      clause: 'attached later: a person used it',
      sentence: 'It was neither created with its instance nor only ever seen on it: a person used it.',
    },
  },
  changes: {
    'claim-terminating': 'It goes once the controller has deleted the instance; the next run looks again.',
    'instance-deleting': 'It goes once the cloud has deleted it; the next run looks again.',
    young: 'The first run after the grace period judges it.',
    'owner-unreadable':
      'A run that can read everything judges it: see the problems of this run and their remedies.',
    'owner-list-shrunk':
      'A list as long as before, or a second whole reading at least a grace period later that is as short, and the list is believed.',
    'claim-launching': 'Once the NodeClaim has a provider ID, it owns this instance or another one.',
    'cluster-deleting':
      'Once the cluster is gone, or has been deleting for longer than the deletion period, it is judged.',
    'unknown-cluster':
      'Name its cluster in the configuration (clusters[] with uid, and deletedAt when it is gone), and the cluster is known.',
    'signing-key-missing': 'With the missing key back in the keyring, the next run can check the signature.',
    unproven:
      'For an instance, a signature that can be checked, where the evidence says that none could be: configure the keyring of its cluster, or let `orphan-audit keyring calibrate` find the signature scheme, for which live instances are needed. What was signed and is no longer known cannot be made up for, and a record made now proves nothing for a resource that has lost its owner.',
    'first-sighting':
      'A complete run at least a grace period after the last that counted is the next sighting; a NodeClaim in between starts the count again.',
    brake: 'The next complete run, at least a grace period later: if it says the same, the brake lets go.',
    'not-confirmed': 'A run that can read it and its owner a second time.',
    'volume-deleting': 'It goes once the cloud has deleted it; the next run looks again.',
    'in-transition': 'Once its state has passed, it is judged; after a day it is ambiguous.',
    attached: 'The verdict of its instance, or its detachment.',
  },
  warnings: {
    renamed: 'renamed: Karpenter can no longer reclaim it',
    'description-changed': 'description changed: Karpenter can no longer reclaim it',
    'unmanaged-node': 'no NodeClaim: Karpenter will never reclaim it',
    'has-snapshots': 'has snapshots',
    'snapshots-unknown': 'unknown whether it has snapshots',
  },
  assurances: {
    'signed-and-recorded': 'proven by signature and record',
    signed: 'proven by signature',
    recorded: 'proven by record',
  },
  nextSteps: {
    none: { short: 'nothing to do', text: 'Nothing to do.' },
    'restore-controller': {
      short: 'bring the controller back',
      text: 'Bring the Karpenter controller back with the existing keyring, never with a new one, and let it reclaim what it left. Only if that cannot be done, compare the evidence and delete it in the console.',
    },
    'delete instance': {
      short: 'delete in the console',
      text: 'Run `orphan-audit explain ID` once more, so that you see it as it is now. Compare ID and name, then delete the instance in the console under Virtual Machine > Instances.',
    },
    'delete volume': {
      short: 'delete in the console',
      text: 'Run `orphan-audit explain ID` once more, so that you see it as it is now. Compare ID and creation time, make sure that no instance is attached, then delete the volume in the console.',
    },
    'confirm-with-helpdesk': {
      short: 'ask the help desk first',
      text: "Delete nothing yet. Ask the help desk (Help desk > technical inquiry), with the cluster's name and ID, the IDs of the instances and volumes, when it happened, and what was changed.",
    },
    'restore-keyring': {
      short: 'restore the signing key',
      text: 'Put the missing signing key back into the keyring from its backup, and run the audit again. Never make a new key in its place, and delete nothing meanwhile.',
    },
    'investigate ambiguous': {
      short: 'find out, do not delete',
      text: 'Do not delete it. `orphan-audit explain ID` shows which proof is missing or contradicts itself; find out who made it and who uses it.',
    },
    'investigate held': {
      short: 'wait for its instance',
      text: 'Leave the volume alone until the instance that it is attached to is cleared up; it goes only together with that instance.',
    },
    'investigate retained': {
      short: 'ask the owner of the data',
      text: 'Ask the owner of the data. The volume was set to outlive its instance; only they decide whether it goes.',
    },
  },
  standingAdvice: [
    'Keep the keyring and its backup until no instance of the cluster is left.',
    "Never remove a NodeClaim's finalizer by hand.",
    'Delete a volume only when no instance is attached, and never with force or cascade.',
  ],
  rules: rulesEn,
  evidence: evidenceEn,
  page: pageEn,
};
