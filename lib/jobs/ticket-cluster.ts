import { openStore } from '../config/open-store.ts';
import { type OpenedProject, type Surroundings, withProject } from '../config/wiring.ts';
import type { CheckResult } from '../report/clearance/clearance.ts';
import { clusterUid } from '../terms/ids.ts';
import { read, readable } from '../terms/readable.ts';
import { type TicketOptions, ticket } from '../ticket.ts';
import type { Ticket } from '../ticketing/ticket.ts';
import { type CheckOneOptions, checkOneCluster } from './check-cluster.ts';
import type { Choice } from './choice.ts';

/** A ticket, and the check that it rests on. */
export interface TicketOfCluster {
  readonly ticket: Ticket;
  readonly check: CheckResult;
}

/**
 * Finds the cluster in the chosen projects, checks it, and puts together what the help desk asks for.
 *
 * @throws AuditFailure as {@link checkOneCluster}; `store-unreadable`
 */
export async function ticketOfCluster(
  wanted: string,
  choice: Choice,
  surroundings: Surroundings,
  options: Omit<CheckOneOptions, 'publish'>,
): Promise<TicketOfCluster> {
  const { settings, projects, moment } = choice;
  const { result: check } = await checkOneCluster(wanted, choice, surroundings, {
    ...options,
    publish: false,
  });
  const chosen = projects.find((project) => project.settings.name === check.run.project.name);
  const cluster = clusterUid(check.cluster.uid);
  if (chosen === undefined || cluster === undefined)
    throw new TypeError(`no project was chosen for the cluster ${check.cluster.uid}`);
  options.progress({ project: chosen.settings.name, text: 'collecting for the help desk' });
  const store = await openStore(settings, surroundings);
  return withProject(settings, chosen.settings, chosen, surroundings, async (project) => ({
    check,
    ticket: await ticket({
      store,
      project: project.name,
      cluster,
      check,
      live: await liveOf(project, check),
      now: moment.now,
      language: options.language,
      timezone: settings.timezone,
    }),
  }));
}

/** A cluster that the check found there, and that may be asked: where it is now. */
async function liveOf(project: OpenedProject, { cluster }: CheckResult): Promise<TicketOptions['live']> {
  if (cluster.state.kind !== 'alive' && cluster.state.kind !== 'deleting') return undefined;
  const clusters = await readable(() => project.cloud.listClusters());
  if (clusters.kind === 'unreadable') return clusters;
  const address = clusters.value.find(({ uid }) => uid === cluster.uid);
  const isAsked = project.clusters.every(
    ({ name, witness }) => name !== address?.name || witness === 'asked',
  );
  return address && isAsked ? read({ helpDesk: project.helpDesk, address }) : undefined;
}
