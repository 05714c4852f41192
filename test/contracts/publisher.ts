import { describe, expect, it } from 'vitest';
import { idOf, type Publication, type Publisher } from '../../lib/publish/publisher.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { alerted, anAlert, checked, reported } from '../builders/publications.ts';

/** A publisher, and the place that it leads to. */
export interface PublisherStage {
  /** The same each time, of the same settings. */
  readonly open: () => Publisher;
  /** What must never be shown. */
  readonly secrets: readonly string[];
  /** The IDs of what is there: each as often as a receiver who knows it by its key, or a reader, sees it. */
  readonly held: () => Promise<readonly string[]>;
  /** From now on it takes nothing, or takes it again. */
  readonly setBroken: (isBroken: boolean) => Promise<void>;
}

/** What everyone who holds a {@link Publisher} relies on. `makeStage` gives an empty one. */
export function publisherContract(name: string, makeStage: () => Promise<PublisherStage>): void {
  const storedAt = '/reports/orphan-audit-20261130T060000Z.json';

  describe(`${name} is a publisher`, () => {
    it('is known by an ID that lasts and can stand in a key', async () => {
      const { open, secrets } = await makeStage();
      expect(open().id).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
      expect(open().id).toBe(open().id);
      for (const secret of secrets) expect(open().id + open().place).not.toContain(secret);
    });

    it('takes each kind that it says it takes, and says where it is', async () => {
      const stage = await makeStage();
      const publisher = stage.open();
      expect(publisher.takes.length).toBeGreaterThan(0);
      for (const publication of takenBy(publisher)) {
        const place = await publisher.publish(publication, { storedAt });
        expect(place).toContain(publisher.place);
        for (const secret of stage.secrets) expect(place).not.toContain(secret);
        expect(await stage.held()).toContain(idOf(publication));
      }
    });

    it('does no harm by what it is handed twice', async () => {
      const stage = await makeStage();
      const [publication] = takenBy(stage.open());
      if (publication === undefined) throw new Error('it takes nothing');
      await stage.open().publish(publication, { storedAt });
      await stage.open().publish(publication, { storedAt });
      expect(await stage.held()).toEqual([idOf(publication)]);
    });

    it('fails with its place and a remedy, shows no secret, and goes on once its target is back', async () => {
      const stage = await makeStage();
      const publisher = stage.open();
      const [publication] = takenBy(publisher);
      if (publication === undefined) throw new Error('it takes nothing');
      await stage.setBroken(true);
      const thrown = await publisher.publish(publication, { storedAt }).catch((one: unknown) => one);
      expect(thrown).toBeInstanceOf(AuditFailure);
      const failure = thrown instanceof AuditFailure ? thrown : undefined;
      expect(failure?.code).toMatch(/^publish-(failed|refused)$/);
      const [beginning = ''] = publisher.place.split(' ');
      expect(failure?.message).toContain(beginning);
      expect(failure?.remedy).toMatch(/\w/);
      for (const secret of stage.secrets)
        expect(`${failure?.message}${failure?.remedy}`).not.toContain(secret);
      expect(await stage.held()).toEqual([]);

      await stage.setBroken(false);
      await publisher.publish(publication, { storedAt });
      expect(await stage.held()).toEqual([idOf(publication)]);
    });
  });
}

function takenBy({ takes }: Publisher): readonly Publication[] {
  const all: readonly Publication[] = [reported(), alerted(anAlert()), checked()];
  return all.filter(({ kind }) => takes.includes(kind));
}
