import { describe, expect, it } from 'vitest';
import { instanceReading, isDeletingPhase, volumeReading } from '../../../lib/adapters/kakaocloud/states.ts';

describe("an instance's status word", () => {
  it.each([
    ['active', 'present', 'billed'],
    ['ACTIVE', 'present', 'billed'],
    ['Stopped', 'present', 'billed'],
    ['shelved_offloaded', 'present', 'not-billed'],
    ['Shelved-Offloaded', 'present', 'not-billed'],
    ['SHUTOFF', 'present', 'unknown'],
    ['error', 'error', 'unknown'],
    ['Spawning', 'transition', 'not-billed'],
    ['BUILDING', 'transition', 'unknown'],
    ['Rebuild_spawning', 'transition', 'billed'],
    ['Rebooting_hard', 'transition', 'billed'],
    ['Rebooting_started_hard', 'transition', 'billed'],
    ['Powering-off', 'transition', 'billed'],
    ['powering off', 'transition', 'billed'],
    ['deleting', 'deleting', 'unknown'],
    ['soft-deleted', 'deleting', 'unknown'],
    ['SOFT_DELETE', 'deleting', 'unknown'],
    ['deleted', 'deleting', 'unknown'],
    ['hibernating', 'other', 'unknown'],
    ['constructor', 'other', 'unknown'],
    ['', 'other', 'unknown'],
    [undefined, 'other', 'unknown'],
  ])('%s is %s, %s', (status, state, billing) => {
    expect(instanceReading(status)).toEqual({ state, billing });
  });
});

describe("a volume's status word", () => {
  it.each([
    ['available', 'available', 'billed'],
    ['in_use', 'in-use', 'billed'],
    ['In-Use', 'in-use', 'billed'],
    ['error', 'error', 'unknown'],
    ['error_restoring', 'error', 'unknown'],
    ['deleting', 'deleting', 'unknown'],
    ['creating', 'in-transition', 'unknown'],
    ['reserved', 'in-transition', 'unknown'],
    ['Attaching', 'in-transition', 'unknown'],
    ['detaching', 'in-transition', 'unknown'],
    ['extending', 'in-transition', 'unknown'],
    ['restoring', 'in-transition', 'unknown'],
    ['error_deleting', 'other', 'unknown'],
    ['mystery', 'other', 'unknown'],
    [undefined, 'other', 'unknown'],
  ])('%s is %s, %s', (status, state, billing) => {
    expect(volumeReading(status)).toEqual({ state, billing });
  });
});

it.each([
  ['Deleting', true],
  ['deleted', true],
  ['Provisioned', false],
  ['Failed', false],
  ['', false],
])('a cluster in phase %s is being deleted: %s', (phase, isDeleting) => {
  expect(isDeletingPhase(phase)).toBe(isDeleting);
});
