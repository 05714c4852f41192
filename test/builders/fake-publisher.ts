import { type Circumstances, idOf, type Publication, type Publisher } from '../../lib/publish/publisher.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';

/** A publisher in memory, which a test may let fail. */
export interface FakePublisher extends Publisher {
  /** All that it was handed, again and again where it was. */
  readonly handed: { readonly publication: Publication; readonly circumstances: Circumstances }[];
  /** What befalls the next publications; `undefined`: it takes them. It may wait. */
  fault: (publication: Publication) => AuditFailure | undefined | Promise<AuditFailure | undefined>;
}

export function fakePublisher(parts: Partial<Publisher> = {}): FakePublisher {
  const place = parts.place ?? 'fake.example';
  const fake: FakePublisher = {
    id: `fake-${place}`,
    place,
    role: 'messenger',
    takes: ['report', 'alert', 'check'],
    ...parts,
    handed: [],
    fault: () => undefined,
    async publish(publication, circumstances) {
      const fault = await fake.fault(publication);
      if (fault !== undefined) throw fault;
      fake.handed.push({ publication, circumstances });
      return `${place}/${idOf(publication)}`;
    },
  };
  return fake;
}

export function unreached(place: string): AuditFailure {
  return new AuditFailure('publish-failed', `the report cannot be handed to ${place}`, 'wait');
}

export function refused(place: string): AuditFailure {
  return new AuditFailure('publish-refused', `the report cannot be handed to ${place}`, 'correct it');
}
