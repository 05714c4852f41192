import type { Telling } from '../checking/tell-check.ts';
import type { Retirement } from '../ledger/retire.ts';
import type { CheckResult } from '../report/clearance/clearance.ts';
import { named } from '../report/words/printable.ts';
import { formatInstant } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import type { CheckFlags } from './check-flags.ts';
import { tellDelivery } from './delivery.ts';
import type { Io } from './io.ts';

/** Tells what publishers were told of a check, and if nothing, why. */
export function tellTelling(result: CheckResult, telling: Telling, options: CheckFlags, io: Io): void {
  const { names, uid } = result.cluster;
  const cluster = `cluster ${named(names.at(-1) ?? uid)}`;
  if (telling.kind === 'told') tellDelivery(telling.delivery, options, io, `the check of ${cluster}`);
  const said = inWords(telling);
  if (said !== undefined && options.quiet !== true) io.stderr.write(`orphan-audit: ${cluster}: ${said}\n`);
}

function inWords(telling: Telling): string | undefined {
  switch (telling.kind) {
    case 'told':
    case 'not-told':
      return undefined;
    case 'unchanged':
      return `nothing has changed since it was published as of ${telling.asOf}; it is not published again`;
    case 'unclear':
      return `not all can be read since ${formatInstant(telling.since)}; that is published when it stays so for 6 hours`;
    case 'nobody-to-tell':
      return 'no publisher takes checks: it is printed here, and sent nowhere';
    case 'left-to-another-run':
      return 'another run publishes it at this moment';
    default:
      return absurd(telling);
  }
}

/** What a person needs to know of the cluster's records; nothing while they are simply kept. */
export function tellRetirement(retirement: Retirement | undefined, { quiet }: CheckFlags, io: Io): void {
  const said = retirement === undefined ? undefined : retirementText(retirement);
  if (said !== undefined && quiet !== true) io.stderr.write(`orphan-audit: ${said}\n`);
}

function retirementText(retirement: Retirement): string | undefined {
  switch (retirement.kind) {
    case 'kept':
      return undefined;
    case 'waiting':
      return `everything recorded of the cluster is proven gone; its records are kept until ${formatInstant(retirement.until)} (recordRetention)`;
    case 'retired':
      return `the records of the cluster are retired since ${formatInstant(retirement.entry.retiredAt)}: they are read no more, and their folder may be deleted`;
    default:
      return absurd(retirement);
  }
}
