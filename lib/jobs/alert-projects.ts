import pLimit from 'p-limit';
import { type AlertOptions, alertProject } from '../alert.ts';
import { deliverPending } from '../alerting/deliver-pending.ts';
import type { AlertedProject } from '../alerting/result.ts';
import type { ProjectSettings } from '../config/settings.ts';
import type { Store } from '../ledger/store.ts';
import type { Publisher } from '../publish/publisher.ts';
import { type AuditFailure, asFailure } from '../terms/failure.ts';

/** Part of every fingerprint. */
const CLOUD = 'kakaocloud';

const PROJECTS_AT_ONCE = 4;

export type AlertAllOptions = Omit<AlertOptions, 'cloud' | 'project' | 'settings'>;

export interface Alerted {
  readonly projects: readonly AlertedProject[];
  /** Of deliveries that were pending, where no project had a message to send. */
  readonly failures: readonly AuditFailure[];
}

/** Tells of the given projects, some at a time. The failure of one stops no other. */
export async function alertProjects(
  projects: readonly Pick<ProjectSettings, 'name' | 'alert'>[],
  store: Store,
  publishers: readonly Publisher[],
  options: AlertAllOptions,
): Promise<Alerted> {
  const alerted = await pLimit(PROJECTS_AT_ONCE).map(projects, ({ name: project, alert: settings }) =>
    alertOne({ ...options, cloud: CLOUD, project, settings }, store, publishers),
  );
  const isTried = options.isDryRun || alerted.some(({ alerts }) => alerts.length > 0);
  const failures = isTried ? [] : await deliverPending(publishers, { store, now: options.now });
  return { projects: alerted, failures };
}

async function alertOne(
  options: AlertOptions,
  store: Store,
  publishers: readonly Publisher[],
): Promise<AlertedProject> {
  try {
    return await alertProject(options, store, publishers);
  } catch (thrown) {
    return {
      project: options.project,
      alerts: [],
      waiting: null,
      report: 'unread',
      open: 0,
      unweighed: 0,
      places: [],
      failures: [asFailure(thrown)],
    };
  }
}
