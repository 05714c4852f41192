/** Serves the scenario `large` until its standard input ends; prints its address, credential and moment as JSON. */

import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { startSimulator } from '../../lib/simulator/server.ts';
import { instantFromMs } from '../../lib/terms/instants.ts';
import { at } from '../builders/ledger.ts';

const instances = Number(process.argv[2]);
const scenario = buildScenario('large', { now: at('2026-11-30T00:00:00Z'), instances });
const simulator = await startSimulator({ world: scenario.after, clock: () => instantFromMs(Date.now()) });
const [project] = scenario.after.projects;
process.stdout.write(
  `${JSON.stringify({ url: simulator.url, credential: project?.credential, now: scenario.now })}\n`,
);
process.stdin.resume();
process.stdin.on('end', () => void simulator.close());
