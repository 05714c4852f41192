import { appendFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import { serve } from './world.ts';

describe('the records of a cluster of which nothing is left', () => {
  test('are retired by two remembered checks, the set time apart', async () => {
    await serve('cluster-deleted', {}, async (served) => {
      const { scenario, simulator } = served;
      await appendFile(served.config, 'recordRetention: P30D\n');
      await served.type(['record'], scenario.beforeAt);
      const nothing = scenario.after.projects.map((project) => ({ ...project, instances: [], volumes: [] }));
      simulator.setWorld({ ...scenario.after, projects: nothing });
      const check = ['check', '--cluster', 'shop', '--remember'];

      const first = await served.type(check, scenario.now);
      expect(first.stderr).toContain('its records are kept until');
      const sooner = await served.type(check, plusMs(scenario.now, 29 * DAY_MS));
      expect(sooner.stderr).toContain('its records are kept until');
      const later = await served.type(check, plusMs(scenario.now, 30 * DAY_MS + HOUR_MS));
      expect(later.stderr).toContain('the records of the cluster are retired');
      expect(simulator.refusedWrites).toBe(0);
    });
  });

  test('stay while one of its resources is left', async () => {
    await serve('cluster-deleted', {}, async (served) => {
      const { scenario, simulator } = served;
      await served.type(['record'], scenario.beforeAt);
      simulator.setWorld(scenario.after);
      const { stderr } = await served.type(['check', '--cluster', 'shop', '--remember'], scenario.now);
      expect(stderr).not.toContain('records');
    });
  });
});
