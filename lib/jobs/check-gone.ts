import pLimit from 'p-limit';
import { deliverPending } from '../alerting/deliver-pending.ts';
import { openPublishers } from '../config/open-publishers.ts';
import { openStore } from '../config/open-store.ts';
import { type Surroundings, withProject } from '../config/wiring.ts';
import { type AuditFailure, asFailure } from '../terms/failure.ts';
import { type CheckedProject, type CheckGoneOptions, checkGoneOf, type Job } from './check-gone-project.ts';
import type { Choice, ChosenProject } from './choice.ts';

const PROJECTS_AT_ONCE = 4;

export interface GoneChecks {
  readonly projects: readonly CheckedProject[];
  /** Of deliveries that were pending, where there was nothing to tell. */
  readonly failures: readonly AuditFailure[];
}

/**
 * Checks the recorded clusters that have gone, or are stuck in their deletion, and tells publishers what was not told
 * before. The failure of one project stops no other.
 *
 * @throws AggregateError of AuditFailures `credential-missing`, `config-invalid`, before anybody is asked
 */
export async function checkGoneClusters(
  choice: Choice,
  surroundings: Surroundings,
  options: CheckGoneOptions,
): Promise<GoneChecks> {
  const publishers = await openPublishers(choice.settings, surroundings);
  const store = await openStore(choice.settings, surroundings);
  const projects = await pLimit(PROJECTS_AT_ONCE).map(choice.projects, (chosen) =>
    checkProject(chosen, choice, surroundings, {
      store,
      publishers,
      deadline: surroundings.deadline,
      options,
    }),
  );
  const isTried = !options.isRemembered || projects.some(hasDelivered);
  const memory = { store, now: options.clock() };
  const failures = isTried ? [] : await deliverPending(publishers, memory, 'check');
  return { projects, failures };
}

function hasDelivered({ checks, caughtUp }: CheckedProject): boolean {
  return caughtUp.length > 0 || checks.some(({ telling }) => telling.kind === 'told');
}

async function checkProject(
  chosen: ChosenProject,
  choice: Choice,
  surroundings: Surroundings,
  job: Job,
): Promise<CheckedProject> {
  const { settings } = choice;
  try {
    return await withProject(settings, chosen.settings, chosen, surroundings, (project) =>
      checkGoneOf(project, choice, job),
    );
  } catch (thrown) {
    const { name: project } = chosen.settings;
    const failures = [asFailure(thrown)];
    return { project, isRead: false, checks: [], skipped: [], caughtUp: [], failures };
  }
}
