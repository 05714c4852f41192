import type {
  AgeEvidence,
  AttachmentEvidence,
  ClaimEvidence,
  ClusterEvidence,
  IdentityEvidence,
  NodeEvidence,
  PersistentVolumeEvidence,
  RecordEvidence,
  SightingsEvidence,
  SignatureEvidence,
  StateEvidence,
  TwinEvidence,
  VolumeEvidence,
  VolumeMarkEvidence,
  VolumeRecordEvidence,
  VolumeStateEvidence,
} from '../../evidence/outcomes.ts';
import type { DescriptionMark, NameMark } from '../../inventory/instance.ts';
import { absurd } from '../../terms/words.ts';
import type { Judged, JudgedInstance, JudgedVolume } from '../../verdict/judged.ts';
import type { EvidenceLine } from '../report.ts';
import { type Language, textsIn } from './language.ts';
import type { EvidenceTexts } from './texts.ts';

/** Every piece of evidence on one resource, in the order of verdicts.md; then what follows from several of them. */
export function evidenceLines(judged: Judged, language: Language): readonly EvidenceLine[] {
  const say = textsIn(language).evidence;
  switch (judged.kind) {
    case 'instance':
      return ofInstance(judged, say);
    case 'volume':
      return ofVolume(judged, say);
    default:
      return absurd(judged);
  }
}

function ofInstance({ resource, evidence: e }: JudgedInstance, say: EvidenceTexts): readonly EvidenceLine[] {
  return [
    line('name', e.name.kind, say.name(e.name, resource.name)),
    line('description', e.description.kind, say.description(e.description)),
    line('signature', e.signature.kind, say.signature(e.signature)),
    line('record', e.record.kind, say.record(e.record)),
    line('claim', e.claim.kind, say.claim(e.claim, 'instance')),
    line('node', e.node.kind, say.node(e.node, 'instance')),
    line('cluster', e.cluster.kind, say.cluster(e.cluster)),
    line('age', e.age.kind, say.age(e.age)),
    line('state', e.state.kind, say.state(e.state, resource.billing)),
    line('identity', e.identity.kind, say.identity(e.identity)),
    line('twin', e.twin.kind, say.twin(e.twin)),
    line('sightings', e.sightings.kind, say.sightings(e.sightings)),
  ];
}

function ofVolume({ resource, evidence: e }: JudgedVolume, say: EvidenceTexts): readonly EvidenceLine[] {
  return [
    line('mark', e.mark.kind, say.mark(e.mark)),
    line('persistent-volume', e.persistentVolume.kind, say.persistentVolume(e.persistentVolume)),
    line('attachment', e.attachment.kind, say.attachment(e.attachment)),
    line('state', e.state.kind, say.state(e.state, resource.billing)),
    line('age', e.age.kind, say.age(e.age)),
    line('record', e.record.kind, say.volumeRecord(e.record)),
    line('recorded-instance', e.recordedInstance.kind, say.recordedInstance(e.recordedInstance)),
    line('claim', e.claim.kind, say.claim(e.claim, 'volume')),
    line('node', e.node.kind, say.node(e.node, 'volume')),
    line('cluster', e.cluster.kind, say.cluster(e.cluster)),
    line('identity', e.identity.kind, say.identity(e.identity)),
    line('sightings', e.sightings.kind, say.sightings(e.sightings)),
  ];
}

function line<Kind extends EvidenceKind>(kind: Kind, outcome: Outcomes[Kind], detail: string): EvidenceLine {
  return { kind, outcome, detail };
}

/** The kinds of evidence under the names that the report gives them, and what each can come out as. */
interface Outcomes {
  readonly name: NameMark['kind'];
  readonly description: DescriptionMark['kind'];
  readonly signature: SignatureEvidence['kind'];
  readonly record: RecordEvidence['kind'] | VolumeRecordEvidence['kind'];
  readonly claim: ClaimEvidence['kind'];
  readonly node: NodeEvidence['kind'];
  readonly cluster: ClusterEvidence['kind'];
  readonly age: AgeEvidence['kind'];
  readonly state: StateEvidence['kind'] | VolumeStateEvidence['kind'];
  readonly identity: IdentityEvidence['kind'];
  readonly twin: TwinEvidence['kind'];
  readonly sightings: SightingsEvidence['kind'];
  readonly mark: VolumeMarkEvidence['kind'];
  readonly 'persistent-volume': PersistentVolumeEvidence['kind'];
  readonly attachment: AttachmentEvidence['kind'];
  readonly 'recorded-instance': VolumeEvidence['recordedInstance']['kind'];
}

type EvidenceKind = keyof Outcomes;

/** {@link Outcomes} as values, for the schema: an outcome that is missing or too many does not compile. */
const OUTCOMES: { readonly [Kind in EvidenceKind]: Readonly<Record<Outcomes[Kind], true>> } = {
  name: { matches: true, 'cut-off': true, other: true },
  description: { marked: true, 'other-version': true, other: true },
  signature: {
    valid: true,
    invalid: true,
    'unknown-key': true,
    absent: true,
    uncovered: true,
    unverified: true,
  },
  record: { recorded: true, unrecorded: true, contradictory: true, unreadable: true },
  claim: {
    claimed: true,
    'claim-terminating': true,
    'claim-launching': true,
    'claim-elsewhere': true,
    'claim-unclear': true,
    'claim-duplicated': true,
    unclaimed: true,
    unreadable: true,
  },
  node: { ready: true, 'not-ready': true, none: true, unreadable: true },
  cluster: { alive: true, deleting: true, gone: true, 'never-seen': true, unreadable: true },
  age: { 'old-enough': true, young: true, unknown: true },
  state: {
    present: true,
    available: true,
    'in-use': true,
    error: true,
    deleting: true,
    'in-transition': true,
    'stuck-in-transition': true,
    other: true,
  },
  identity: { agreed: true, none: true, conflict: true, collision: true },
  twin: { alone: true, twin: true, unknown: true },
  sightings: { enough: true, 'too-few': true },
  mark: { marked: true, none: true },
  'persistent-volume': { bound: true, 'csi-leftover': true, none: true, unreadable: true },
  attachment: {
    unattached: true,
    attached: true,
    'instance-missing': true,
    disagrees: true,
    unreadable: true,
  },
  'recorded-instance': { gone: true, exists: true, unreadable: true, unrecorded: true },
};

/** Every kind of evidence that a report can hold, with every outcome that it can have. */
export const EVIDENCE_OUTCOMES: readonly { readonly kind: string; readonly outcomes: readonly string[] }[] =
  Object.entries(OUTCOMES).map(([kind, outcomes]) => ({ kind, outcomes: Object.keys(outcomes) }));
