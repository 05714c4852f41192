import type { Command } from '@commander-js/extra-typings';
import { EXIT } from './exit-status.ts';
import type { Session } from './session.ts';

export function addReport(program: Command, { io, end }: Session): void {
  program
    .command('report')
    .description('prints the JSON Schema of the report')
    .command('schema')
    .description('prints the JSON Schema of the report')
    .action(async () => {
      const { reportSchema } = await import('../report/schema.ts');
      io.stdout.write(`${JSON.stringify(reportSchema(), undefined, 2)}\n`);
      end(EXIT.done);
    });
}
