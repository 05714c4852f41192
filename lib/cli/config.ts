import type { Command } from '@commander-js/extra-typings';
import { readCredential } from '../config/credentials.ts';
import { publisherFaults } from '../config/open-publishers.ts';
import { loadPriceBook } from '../config/price-book.ts';
import { readSigning } from '../config/signing.ts';
import { missingFiles } from '../config/wiring.ts';
import { chosenProjects } from '../jobs/choice.ts';
import { settingsBy } from './chosen.ts';
import { EXIT } from './exit-status.ts';
import { tellFailures } from './failures.ts';
import { configOption, noColorOption, projectOption, quietOption, verboseOption } from './options.ts';
import type { Session } from './session.ts';

export function addConfig(program: Command, { io, end }: Session): void {
  const config = program
    .command('config')
    .description('checks a configuration file, or prints its JSON Schema');

  config
    .command('check')
    .description(
      'tells every fault of the configuration, of its credentials and of the files that it names; asks no cloud',
    )
    .addOption(configOption)
    .addOption(projectOption)
    .addOption(verboseOption)
    .addOption(quietOption)
    .addOption(noColorOption)
    .action(async (options) => {
      const settings = await settingsBy(options, io);
      const projects = chosenProjects(settings, options.project);
      const faults = await Promise.all(
        projects.map(async (project) => {
          const credential = await readCredential(`project ${project.name}`, project.credential, io.env);
          const signing = await readSigning(project, io.env);
          return [
            ...(credential.kind === 'missing' ? credential.failures : []),
            ...(await missingFiles(project)),
            ...(signing.kind === 'faulty' ? signing.faults : []),
          ];
        }),
      );
      const { store, prices, timezone } = settings;
      const ofStore =
        store.kind === 's3' ? await readCredential('store', store.credential, io.env) : undefined;
      const book = prices === undefined ? undefined : await loadPriceBook(prices, timezone);
      const all = [
        ...faults.flat(),
        ...(ofStore?.kind === 'missing' ? ofStore.failures : []),
        ...(book?.kind === 'faulty' ? book.faults : []),
        ...(await publisherFaults(settings, io.env)),
      ];
      if (all.length > 0) {
        tellFailures(io, all, { verbose: options.verbose === true });
        return end(EXIT.badInput);
      }
      io.stdout.write(`${settings.file} is sound: ${projects.map((project) => project.name).join(', ')}\n`);
      end(EXIT.done);
    });

  config
    .command('schema')
    .description('prints the JSON Schema of the configuration file')
    .action(async () => {
      const { configJsonSchema } = await import('../config/schema.ts');
      io.stdout.write(`${JSON.stringify(configJsonSchema(), undefined, 2)}\n`);
      end(EXIT.done);
    });
}
