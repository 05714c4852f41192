import { type ClusterUid, clusterUid, uid8Of } from '../terms/ids.ts';
import { fieldOf, readDescription, type WrittenDescription } from './description.ts';
import { KEY_BYTES, Keyring } from './keyring.ts';
import { payloadText } from './payload.ts';
import type { SignatureScheme } from './scheme.ts';
import { signatureTexts } from './signature-text.ts';
import { clusterViews, factText, type SignedInstance } from './signed-instance.ts';
import { verifySignature } from './verify.ts';

const TRIAL_KEY = 'trial';
const TRIALS = [1, 2, 3];

/**
 * Whether two schemes judge every instance alike: what the one signs the other verifies, on instances of which nothing
 * is the same but what the layout says and that a name is `karpenter-<uid8>-<NodeClaim>` (verdicts.md, evidence `name`).
 *
 * @param fields of a description, in their order
 */
export function areEquivalent(
  one: SignatureScheme,
  other: SignatureScheme,
  fields: readonly string[],
): boolean {
  const keyring = new Keyring(TRIAL_KEY, new Map([[TRIAL_KEY, new Uint8Array(KEY_BYTES).fill(1)]]));
  const accepts = (verifier: SignatureScheme, signer: SignatureScheme) =>
    TRIALS.every((n) => {
      const instance = signedTrial(n, signer, fields, keyring);
      return (
        instance !== undefined &&
        verifySignature(instance, [{ keyring, clusters: 'all' }], verifier).kind === 'valid'
      );
    });
  return accepts(one, other) && accepts(other, one);
}

/** An instance of which every fact and every field is another text, signed by a scheme. */
function signedTrial(
  n: number,
  scheme: SignatureScheme,
  fields: readonly string[],
  keyring: Keyring,
): SignedInstance | undefined {
  const unsigned = trialInstance(n);
  const description = readDescription(
    fields.map((field) => `${field}=${trialValue(field, n, unsigned, scheme)}`).join(';'),
  );
  const text = signatureOf(unsigned, description, scheme, keyring);
  if (text === undefined) return undefined;
  const written = description.fields.map(
    ({ key, value }) => `${key}=${key === scheme.signature.field ? text : value}`,
  );
  return { ...unsigned, description: written.join(';') };
}

function signatureOf(
  instance: SignedInstance,
  description: WrittenDescription,
  scheme: SignatureScheme,
  keyring: Keyring,
): string | undefined {
  const signature = fieldOf(description, scheme.signature.field);
  const [view] = clusterViews(instance);
  if (signature === undefined || view === undefined) return undefined;
  const payload = payloadText(scheme.payload, description, signature, (fact) =>
    factText(fact, instance, view),
  );
  if (payload.kind !== 'text') return undefined;
  const sign = keyring.signer(TRIAL_KEY, scheme.algorithm);
  return sign && signatureTexts(sign(payload.text), scheme.signature)[0];
}

function trialInstance(n: number): SignedInstance {
  const uid = trialUid(n);
  const nodeClaim = `claim${n}`;
  return {
    name: `karpenter-${uid8Of(uid)}-${nodeClaim}`,
    description: '',
    uid8: uid8Of(uid),
    nodeClaim: { kind: 'whole', name: nodeClaim },
    nodeClaimUid: `nodeclaim-uid${n}`,
    nodePool: `nodepool${n}`,
    instanceType: `type${n}`,
    zone: `zone${n}`,
    projectId: `project${n}`,
    clusters: [uid],
  };
}

function trialUid(n: number): ClusterUid {
  const uid = clusterUid(n.toString(16).repeat(32));
  if (uid === undefined) throw new TypeError(`no cluster UID can be made of ${n}`);
  return uid;
}

function trialValue(
  field: string,
  n: number,
  instance: SignedInstance,
  { layout, keyIdField }: SignatureScheme,
): string {
  if (field === keyIdField) return TRIAL_KEY;
  const check = layout.find((entry) => entry.field === field)?.check;
  const [view] = clusterViews(instance);
  if (check?.kind === 'text') return check.text;
  if (check?.kind === 'fact' && view !== undefined) return factText(check.fact, instance, view) ?? '';
  return `${field}${n}`;
}
