import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Rehearsal, writeRehearsal } from '../../lib/cli/rehearsal.ts';
import type { FaultRule } from '../../lib/simulator/faults.ts';
import type { Scenario, ScenarioName } from '../../lib/simulator/scenario.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../lib/simulator/server.ts';
import { formatInstant, type Instant, instantFromMs } from '../../lib/terms/instants.ts';
import { NOW, type Ran, type Terminal, type } from '../cli/terminal.ts';

/** A scenario that is being served, and a folder with a configuration for it. */
export interface Served extends Rehearsal {
  readonly folder: string;
  readonly scenario: Scenario;
  readonly simulator: Simulator;
  /** Types a command line with `--config` of this world; `at` is its `--now`. */
  type(argv: readonly string[], at?: Instant, terminal?: Partial<Terminal>): Promise<Ran>;
}

export interface ServeOptions {
  readonly faults?: readonly FaultRule[];
  readonly instances?: number;
}

/** Serves the first stage of a scenario for as long as `use` takes. */
export async function serve<T>(
  name: ScenarioName,
  options: ServeOptions,
  use: (served: Served) => Promise<T>,
): Promise<T> {
  const now = instantFromMs(Date.parse(NOW));
  const { faults = [], instances } = options;
  const scenario = buildScenario(name, { now, ...(instances !== undefined && { instances }) });
  const simulator = await startSimulator({ world: scenario.before, clock: () => now, faults });
  const folder = await mkdtemp(join(tmpdir(), 'orphan-audit-e2e-'));
  try {
    const rehearsal = await writeRehearsal(folder, scenario, simulator.url, 'en');
    return await use({
      ...rehearsal,
      folder,
      scenario,
      simulator,
      type: (argv, at, terminal) =>
        type(
          [...argv, '--config', rehearsal.config, ...(at === undefined ? [] : ['--now', formatInstant(at)])],
          terminal,
        ),
    });
  } finally {
    await simulator.close();
    await rm(folder, { recursive: true });
  }
}
