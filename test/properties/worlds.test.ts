import { describe, expect, it } from 'vitest';
import { liveThrough } from './worlds.ts';

const WORLDS = 700;

describe('random worlds of known truth', () => {
  it(`have no false orphan, whatever fails (${WORLDS} worlds, three runs each)`, async () => {
    const falseOrphans: string[] = [];
    let orphans = 0;
    for (let seed = 1; seed <= WORLDS; seed++) {
      const outcome = await liveThrough(seed, true);
      falseOrphans.push(...outcome.falseOrphans);
      orphans += outcome.found;
    }
    expect(falseOrphans).toEqual([]);
    expect(orphans).toBeGreaterThan(0);
  });

  it(`have what can be proven found, when nothing fails (${WORLDS} worlds)`, async () => {
    let provable = 0;
    let found = 0;
    const missed: string[] = [];
    for (let seed = 1; seed <= WORLDS; seed++) {
      const outcome = await liveThrough(seed, false);
      expect(outcome.falseOrphans).toEqual([]);
      provable += outcome.provable;
      found += outcome.found;
      missed.push(...outcome.missed);
    }
    console.info(`${found} of ${provable} provable orphans found`);
    expect(found / provable, missed.slice(0, 10).join('\n')).toBeGreaterThanOrEqual(0.99);
  });
});
