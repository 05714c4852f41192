import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { formatInstant } from '../terms/instants.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Io } from './io.ts';
import { languageOption, noColorOption, verboseOption } from './options.ts';
import { writeRehearsal } from './rehearsal.ts';
import type { Session } from './session.ts';

/** In the directory that it is started from; listed in .gitignore. */
const REPORTS = './orphan-audit-report';

export function addDemo(program: Command, session: Session): void {
  program
    .command('demo')
    .description('plays one story through: a cluster is recorded, deleted, and audited nine days later')
    .addOption(languageOption)
    .addOption(verboseOption)
    .addOption(noColorOption)
    .action(async ({ lang, verbose, color }) => {
      const flags = [...(verbose === true ? ['--verbose'] : []), ...(color ? [] : ['--no-color'])];
      session.end(await demo(session, lang ?? 'en', flags));
    });
}

async function demo(
  { io, run }: Session,
  language: 'ko' | 'en',
  flags: readonly string[],
): Promise<ExitStatus> {
  const [{ buildScenario }, { startSimulator }] = await Promise.all([
    import('../simulator/scenarios.ts'),
    import('../simulator/server.ts'),
  ]);
  const scenario = buildScenario('cluster-deleted', { now: io.now() });
  const simulator = await startSimulator({ world: scenario.before, clock: io.now });
  const folder = await mkdtemp(join(tmpdir(), 'orphan-audit-demo-'));
  const tell = (text: string) => io.stderr.write(`${text}\n`);
  try {
    const { config, cluster } = await writeRehearsal(folder, scenario, simulator.url, language);
    const type = (argv: readonly string[], at: Io) => {
      tell(`\n$ orphan-audit ${argv.join(' ')}`);
      return run([...argv, '--config', config, ...flags], at);
    };
    tell(`A story of one cluster, told by a simulated KakaoCloud on this machine (${simulator.url}).`);
    tell(
      `\nNine days ago the cluster ${cluster?.name ?? ''} lived, and an hourly job wrote into the ledger what its Karpenter owned:`,
    );
    const recorded = await type(['record', '--now', formatInstant(scenario.beforeAt)], {
      ...io,
      stdout: io.stderr,
    });
    if (recorded !== EXIT.done) return recorded;

    tell(
      '\nThe provider signs what it makes. How, its live nodes tell, and so the keyring becomes a second proof:',
    );
    const calibrated = await type(['keyring', 'calibrate', '--now', formatInstant(scenario.beforeAt)], {
      ...io,
      stdout: io.stderr,
    });
    if (calibrated !== EXIT.done) return calibrated;

    tell(
      '\nThen somebody deleted the cluster. Its Karpenter went with it, and not all of its instances did.',
    );
    tell('Today the nightly audit looks at what is still there, at who could own it, and at what it costs.');
    tell('(The prices are invented, round on purpose: no cloud asks these.)');
    simulator.setWorld(scenario.after);
    const audited = await type(['audit', '--out', REPORTS, '--now', formatInstant(scenario.now)], io);

    tell(`\nEvery finding, with all of its evidence, is in ${REPORTS}/latest.json.`);
    tell(
      `All of it took ${simulator.requestCount()} requests; ${simulator.refusedWrites} of them tried to change anything.`,
    );
    tell('\nTo play it yourself, and other stories with it:');
    tell('  npm run --silent orphan-audit -- simulate --out ./rehearsal');
    tell('  npm run --silent orphan-audit -- --help');
    return audited;
  } finally {
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}
