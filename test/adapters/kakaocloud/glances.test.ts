import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInstanceGlance, isVolumeGlance } from '../../../lib/adapters/kakaocloud/glances.ts';
import { instanceRow, volumeRow } from '../../../lib/adapters/kakaocloud/wire.ts';

const value = fc.oneof(
  fc.constantFrom(null, undefined, '', ' ', 'text', 7, true),
  fc.constantFrom<unknown>({}, [], { id: 'a' }, { a: 1 }),
  fc.array(fc.constantFrom<unknown>({ id: 'a' }, { id: '' }, { id: null }, { id: 1 }, {}, null, 'a', []), {
    maxLength: 3,
  }),
);

function rowOf(...fields: string[]) {
  const rest = Object.fromEntries(fields.map((field) => [field, value]));
  const id = fc.oneof(
    { weight: 5, arbitrary: fc.constant<unknown>('e646bfb8') },
    { weight: 1, arbitrary: value },
  );
  // Mostly sound rows: else hardly a row would pass.
  const mostlyNull = Object.fromEntries(
    Object.entries(rest).map(([field, any]) => [
      field,
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom<unknown>(null, 'text') },
        { weight: 1, arbitrary: any },
      ),
    ]),
  );
  return fc.record({ id, ...mostlyNull }, { requiredKeys: [] });
}

describe('a glance takes just what the whole schema takes of its fields', () => {
  it('of instances', () => {
    const rows = rowOf(
      'name',
      'description',
      'project_id',
      'created_at',
      'attached_volumes',
      'attached_volume_count',
    );
    fc.assert(
      fc.property(rows, (row) => {
        expect(isInstanceGlance(row)).toBe(instanceRow().safeParse(row).success);
      }),
      { numRuns: 2000 },
    );
  });

  it('of volumes', () => {
    const rows = rowOf('name', 'project_id', 'created_at', 'instance_id', 'instance_name', 'metadata');
    fc.assert(
      fc.property(rows, (row) => {
        expect(isVolumeGlance(row)).toBe(volumeRow().safeParse(row).success);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([[null], [undefined], ['row'], [7], [[]]])('of nothing that is no row: %j', (row) => {
    expect(isInstanceGlance(row)).toBe(false);
    expect(isVolumeGlance(row)).toBe(false);
  });
});
