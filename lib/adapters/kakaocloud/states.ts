import type { Billing } from '../../inventory/billing.ts';
import type { InstanceState } from '../../inventory/instance.ts';
import type { VolumeState } from '../../inventory/volume.ts';
import { word } from '../../terms/words.ts';

/** What a status word means; kakaocloud-api 2.5 and 2.6 unless a line says otherwise. */
const INSTANCE_WORDS: ReadonlyMap<string, InstanceReading> = new Map<string, InstanceReading>([
  ['active', { state: 'present', billing: 'billed' }],
  // The hypervisor keeps its resources.
  ['stopped', { state: 'present', billing: 'billed' }],
  // Only the volumes stay charged.
  ['shelved_offloaded', { state: 'present', billing: 'not-billed' }],
  // Known from the Terraform provider's comment, which says nothing of charges.
  ['shutoff', { state: 'present', billing: 'unknown' }],
  // The row is in the documentation's table, its cell was cut off.
  ['error', { state: 'error', billing: 'unknown' }],
  ['spawning', { state: 'transition', billing: 'not-billed' }],
  ['building', { state: 'transition', billing: 'unknown' }],
  ['rebuild_spawning', { state: 'transition', billing: 'billed' }],
  ['rebooting_hard', { state: 'transition', billing: 'billed' }],
  ['rebooting_started_hard', { state: 'transition', billing: 'billed' }],
  ['powering_off', { state: 'transition', billing: 'billed' }],
  ['deleting', { state: 'deleting', billing: 'unknown' }],
  ['soft_delete', { state: 'deleting', billing: 'unknown' }],
  ['soft_deleting', { state: 'deleting', billing: 'unknown' }],
  ['soft_deleted', { state: 'deleting', billing: 'unknown' }],
  ['deleted', { state: 'deleting', billing: 'unknown' }],
]);

export interface InstanceReading {
  readonly state: InstanceState;
  readonly billing: Billing;
}

/**
 * Reads an instance's status word; one that we do not know, or none, proves nothing. Whichever of its state words says
 * that it is being deleted is believed.
 */
export function instanceReading(
  status: string | undefined,
  others: readonly (string | null | undefined)[] = [],
): InstanceReading {
  const deleting = others.map(wordReading).find((reading) => reading?.state === 'deleting');
  return deleting ?? wordReading(status) ?? { state: 'other', billing: 'unknown' };
}

function wordReading(text: string | null | undefined): InstanceReading | undefined {
  return INSTANCE_WORDS.get(word(text) ?? '');
}

/** The words of kakaocloud-api 3.3. The wire forms of the passing states are not public; `word()` folds the likely ones. */
const VOLUME_WORDS: ReadonlyMap<string, VolumeState> = new Map<string, VolumeState>([
  ['available', 'available'],
  ['in_use', 'in-use'],
  ['error', 'error'],
  ['error_restoring', 'error'],
  ['deleting', 'deleting'],
  ['deleted', 'deleting'],
  ['creating', 'in-transition'],
  ['reserved', 'in-transition'],
  ['attaching', 'in-transition'],
  ['detaching', 'in-transition'],
  ['extending', 'in-transition'],
  ['restoring', 'in-transition'],
]);

export interface VolumeReading {
  readonly state: VolumeState;
  readonly billing: Billing;
}

/** Reads a volume's status word. A volume is charged whether it is attached or not; of other states no page says. */
export function volumeReading(status: string | undefined): VolumeReading {
  const state = VOLUME_WORDS.get(word(status) ?? '') ?? 'other';
  return { state, billing: state === 'available' || state === 'in-use' ? 'billed' : 'unknown' };
}

const CLUSTER_DELETING: ReadonlySet<string | undefined> = new Set(['deleting', 'deleted']);

export function isDeletingPhase(phase: string): boolean {
  return CLUSTER_DELETING.has(word(phase));
}
