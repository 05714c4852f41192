import type { DescriptionField, DescriptionMark, NameMark } from '../../inventory/instance.ts';
import type { KubernetesVolumeMark } from '../../inventory/volume.ts';
import { uid8 } from '../../terms/ids.ts';

/** The longest name that KakaoCloud gives an instance (kakaocloud-api 10). */
const LONGEST_NAME = 63;

/** The longest description that its Terraform provider lets pass (kakaocloud-api 10). */
export const LONGEST_DESCRIPTION = 100;

const INSTANCE_NAME = /^karpenter-([0-9a-f]{8})-(.+)$/s;

/** RFC 1123 subdomain: what Kubernetes takes as the name of a NodeClaim. */
const OBJECT_NAME = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const LONGEST_OBJECT_NAME = 253;

/**
 * Reads an instance name (verdicts.md, evidence `name`). A name of exactly the greatest length is `cut-off` even when
 * it reads as a whole one: nothing in it tells whether the NodeClaim's name goes on.
 */
export function nameMark(name: string): NameMark {
  if (!name.startsWith('karpenter-')) return { kind: 'other' };
  const [, prefix, rest] = INSTANCE_NAME.exec(name) ?? [];
  const owner = prefix === undefined ? undefined : uid8(prefix);
  if (owner === undefined || rest === undefined) return { kind: 'other' };
  if (name.length === LONGEST_NAME) {
    return canBegin(rest) ? { kind: 'cut-off', uid8: owner, nodeClaimStart: rest } : { kind: 'other' };
  }
  return isObjectName(rest) ? { kind: 'matches', uid8: owner, nodeClaim: rest } : { kind: 'other' };
}

function isObjectName(text: string): boolean {
  return text.length <= LONGEST_OBJECT_NAME && OBJECT_NAME.test(text);
}

/** A name may be cut behind a dash or a dot; one more letter then makes it whole. */
function canBegin(start: string): boolean {
  return isObjectName(`${start}a`);
}

const MARKER = 'v=1;m=karpenter;';

/**
 * Reads an instance description (verdicts.md, evidence `description`). Whatever names Karpenter in another layout than
 * the one we know, be it of version 1, is `other-version`: to call it unmarked would be to say that nothing speaks for
 * Karpenter.
 */
export function descriptionMark(description: string): DescriptionMark {
  if (description.startsWith(MARKER))
    return { kind: 'marked', fields: fieldsOf(description.slice(MARKER.length)) };
  if (!description.includes('m=karpenter')) return { kind: 'other' };
  const fields = fieldsOf(description);
  const version = fields.find((field) => field.key === 'v')?.value;
  const isKarpenters = fields.some((field) => field.key === 'm' && field.value === 'karpenter');
  return version !== undefined && isKarpenters ? { kind: 'other-version', version } : { kind: 'other' };
}

/** The tail may be cut off: a last piece without `=` is no field. In the middle it is one without a value. */
function fieldsOf(text: string): readonly DescriptionField[] {
  const pieces = text.split(';');
  if (pieces.at(-1)?.includes('=') === false) pieces.pop();
  return pieces.map((piece) => {
    const equals = piece.indexOf('=');
    return equals === -1
      ? { key: piece, value: '' }
      : { key: piece.slice(0, equals), value: piece.slice(equals + 1) };
  });
}

const NAME_WITHIN = /(?<![a-z0-9])karpenter-[0-9a-f]{8}-[a-z0-9]/;

/** Whether a volume's name, or its instance's, holds a Karpenter instance name; something may stand around it. */
export function holdsKarpenterName(text: string): boolean {
  return text.includes('karpenter-') && NAME_WITHIN.test(text);
}

const CSI_VOLUME_NAME = /^pvc-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CSI_PREFIX = 'csi.storage.k8s.io/';
const CINDER_CLUSTER = 'cinder.csi.openstack.org/cluster';
export const CSI_VOLUME_NAME_KEY = `${CSI_PREFIX}pv/name`;

/** What the Cinder CSI driver writes on a volume that it makes (kakaocloud-api 4.5). */
export function kubernetesVolumeMark(
  name: string,
  metadata: Readonly<Record<string, unknown>>,
): KubernetesVolumeMark {
  const isNamed = CSI_VOLUME_NAME.test(name);
  const isWritten = Object.keys(metadata).some((key) => key.startsWith(CSI_PREFIX) || key === CINDER_CLUSTER);
  if (!isNamed && !isWritten) return { kind: 'none' };
  const written = metadata[CSI_VOLUME_NAME_KEY];
  const fallback = isNamed ? name : undefined;
  return { kind: 'persistent-volume', name: typeof written === 'string' ? written : fallback };
}
