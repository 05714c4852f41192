import { once } from 'node:events';
import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { FAULT_NAMES, faultByName } from '../simulator/named-faults.ts';
import { SCENARIO_NAMES, type Scenario } from '../simulator/scenario.ts';
import type { Simulator, SimulatorOptions } from '../simulator/server.ts';
import { AuditFailure } from '../terms/failure.ts';
import { formatInstant, HOUR_MS, plusMs } from '../terms/instants.ts';
import { EXIT } from './exit-status.ts';
import { languageOption, noColorOption, nowOption, quietOption, verboseOption } from './options.ts';
import { type Rehearsal, writeRehearsal } from './rehearsal.ts';
import type { Session } from './session.ts';

export function addSimulate(program: Command, { io, end }: Session): void {
  program
    .command('simulate')
    .description('serves a simulated KakaoCloud on this machine, with a story in it, until it is interrupted')
    .addOption(
      new Option('--scenario <name>', 'the story')
        .choices(SCENARIO_NAMES)
        .default('cluster-deleted' as const),
    )
    .addOption(
      new Option('--stage <stage>', 'while every cluster lives, or at the end')
        .choices(['before', 'after'] as const)
        .default('after' as const),
    )
    .option('--port <number>', 'the port; 0 takes any free one', wholeNumber(0, 65_535), 8080)
    .option(
      '--instances <number>',
      'of the scenario large only: how many instances, and volumes',
      wholeNumber(1, 1_000_000),
    )
    .addOption(
      new Option('--fault <name>', 'something that goes wrong; may be given several times')
        .choices(FAULT_NAMES)
        .argParser((name: string, before: readonly string[] | undefined): readonly string[] => [
          ...(before ?? []),
          knownFault(name),
        ]),
    )
    .option('--seed <text>', 'another seed, other IDs')
    .option('--out <dir>', 'write a configuration and a kubectl table into this directory, ready for use')
    .addOption(nowOption)
    .addOption(languageOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .action(async (options) => {
      const [{ buildScenario }, { startSimulator }] = await Promise.all([
        import('../simulator/scenarios.ts'),
        import('../simulator/server.ts'),
      ]);
      const { seed, instances } = options;
      if (instances !== undefined && options.scenario !== 'large') {
        throw new AuditFailure(
          'bad-usage',
          `--instances is of the scenario large only, and this is ${options.scenario}`,
          'leave it out, or add --scenario large',
        );
      }
      const scenario = buildScenario(options.scenario, {
        now: options.now ?? io.now(),
        ...(seed !== undefined && { seed }),
        ...(instances !== undefined && { instances }),
      });
      const simulator = await start(startSimulator, {
        world: scenario[options.stage],
        port: options.port,
        clock: io.now,
        faults: (options.fault ?? []).flatMap((name) => faultByName(name) ?? []),
      });
      try {
        io.stdout.write(`serving the scenario ${scenario.name} (${options.stage}) at ${simulator.url}\n`);
        if (options.out !== undefined) {
          const rehearsal = await writeRehearsal(options.out, scenario, simulator.url, options.lang ?? 'ko');
          io.stdout.write(whatToType(rehearsal, scenario, options.stage, io.env));
        }
        io.stdout.write('it runs until it is interrupted (Ctrl-C)\n');
        if (!io.signal.aborted) await once(io.signal, 'abort');
      } finally {
        await simulator.close();
      }
      end(EXIT.done);
    });
}

/** Its keyring was rotated, and no instance of the older key lives any more. */
function isSignedByOneKey({ before }: Scenario): boolean {
  const keyIds = new Set<string>();
  for (const { instances } of before.projects) {
    for (let index = 0; index < instances.length && keyIds.size < 2; index++) {
      const keyId = /;k=([^;]+)/.exec(instances.at(index)?.description ?? '')?.[1];
      if (keyId !== undefined) keyIds.add(keyId);
    }
  }
  return keyIds.size < 2;
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`);
  };
}

function knownFault(name: string): string {
  if (faultByName(name) !== undefined) return name;
  throw new InvalidArgumentError(`Write one of: ${FAULT_NAMES.join(', ')}.`);
}

async function start(
  startSimulator: (options: SimulatorOptions) => Promise<Simulator>,
  options: SimulatorOptions,
): Promise<Simulator> {
  try {
    return await startSimulator(options);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
    throw new AuditFailure(
      'port-unavailable',
      `the simulator cannot listen on port ${options.port} (${code})`,
      'give another port with --port, or --port 0 for any free one',
      { cause: thrown },
    );
  }
}

/** As the reader has to type it, who may have come by npm. */
function programIn(env: NodeJS.ProcessEnv): string {
  return env.npm_lifecycle_event === 'orphan-audit' ? 'npm run --silent orphan-audit --' : 'orphan-audit';
}

function whatToType(
  { config, table, cluster, isClusterGone }: Rehearsal,
  scenario: Scenario,
  stage: 'before' | 'after',
  env: NodeJS.ProcessEnv,
): string {
  const command = (line: string) => `  ${programIn(env)} ${line}\n`;
  const audit = command(`audit --config ${config} --now ${formatInstant(scenario.now)}`);
  if (stage === 'before') {
    const acceptOneKey = isSignedByOneKey(scenario) ? ' --accept-one-key' : '';
    return `now type, elsewhere:
${command(`record --config ${config} --now ${formatInstant(scenario.beforeAt)}`)}${command(`keyring calibrate --config ${config} --now ${formatInstant(scenario.beforeAt)}${acceptOneKey}`)}then stop this one, start it again as it was but with --stage after --now ${formatInstant(scenario.now)}, and type:
${audit}`;
  }
  const record =
    isClusterGone && cluster !== undefined
      ? command(
          `record --config ${config} --import ${table} --cluster-uid ${cluster.uid} --cluster-name ${cluster.name} --now ${formatInstant(scenario.beforeAt)}`,
        )
      : command(`record --config ${config} --now ${formatInstant(scenario.now)}`);
  // A live cluster's instance must be seen unclaimed by two runs, a grace period apart.
  const again = isClusterGone
    ? ''
    : command(`audit --config ${config} --now ${formatInstant(plusMs(scenario.now, HOUR_MS))}`);
  return `now type, elsewhere:\n${record}${audit}${again}`;
}
