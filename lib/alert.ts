import { createEntry, markSent, readLatest, unsent } from './alerting/alert-files.ts';
import type { AlertedProject } from './alerting/result.ts';
import type { Store } from './ledger/store.ts';
import type { Alert } from './publish/alerts/alert.ts';
import { type AlertStep, stepAlerts } from './publish/alerts/life.ts';
import type { AlertSettings } from './publish/alerts/settings.ts';
import type { AlertedReport } from './publish/alerts/sight.ts';
import type { AlertState } from './publish/alerts/state.ts';
import { deliver } from './publish/delivery/deliver.ts';
import type { Publisher } from './publish/publisher.ts';
import { AuditFailure } from './terms/failure.ts';
import type { Instant } from './terms/instants.ts';

export interface AlertOptions {
  readonly cloud: string;
  readonly project: string;
  /** `null`: only what waits is sent. */
  readonly report: AlertedReport | null;
  readonly reportPlace: string | null;
  readonly settings: AlertSettings;
  readonly now: Instant;
  /** Says what would be sent; writes and sends nothing. */
  readonly isDryRun: boolean;
}

/** Messages that no run has ended handing over; with so many on their way, what is owed waits and merges. */
const MOST_ON_THEIR_WAY = 10;

/** Against other runs at the same time; each that comes between has made a step of its own. */
const ATTEMPTS = 20;

/**
 * Tells of one project: what was remembered → the message that is due → remembered → handed over → written down so. A
 * crash between any two of these is made good by the next run, with the same message under the same ID.
 *
 * @throws AuditFailure `store-unreadable`, `store-unwritable`, `ledger-damaged`
 */
export async function alertProject(
  options: AlertOptions,
  store: Store,
  publishers: readonly Publisher[],
): Promise<AlertedProject> {
  const { project, settings, now, isDryRun } = options;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { sequence, entry, damaged } = await readLatest(store, project);
    const outbox = await unsent(store, project, entry.outbox);
    const mayTell = outbox.length < MOST_ON_THEIR_WAY;
    const step = stepAlerts(entry.state, { ...options, sequence: sequence + 1, mayTell }, settings);
    const alerts = step.alert === null ? outbox : [...outbox, step.alert];
    const isNew = step.alert !== null || !isSame(step.state, entry.state);
    if (isNew && !isDryRun) {
      const written = await createEntry(store, project, sequence + 1, { state: step.state, outbox: alerts });
      if (written === 'exists') continue;
    }
    const handed = isDryRun
      ? { alerts, places: [], failures: [] }
      : await handOver(alerts, store, publishers, { project, now });
    return {
      project,
      ...handed,
      failures: [...damaged, ...failuresOf(step, project), ...handed.failures],
      waiting: step.waiting,
      report: step.sight.kind,
      open: step.state.open.length,
      unweighed: unweighed(step.state, settings),
    };
  }
  throw new AuditFailure(
    'store-unwritable',
    `the alerts of project ${project} were changed by other runs ${ATTEMPTS} times while this one tried`,
    'run one alert job for each project at a time',
  );
}

interface Handed {
  readonly alerts: readonly Alert[];
  readonly places: readonly string[];
  readonly failures: readonly AuditFailure[];
}

/** One after the other: people read messages in their order. */
async function handOver(
  alerts: readonly Alert[],
  store: Store,
  publishers: readonly Publisher[],
  { project, now }: { readonly project: string; readonly now: Instant },
): Promise<Handed> {
  const places: string[] = [];
  const failures: AuditFailure[] = [];
  for (const alert of alerts) {
    const delivery = await deliver({ kind: 'alert', alert }, publishers, { store, now });
    places.push(...delivery.places);
    failures.push(...delivery.failures);
    // What a publisher did not take is pending, and tried again from there; if that could not be written, it is still ours.
    if (delivery.failures.every(isOfPublisher)) await markSent(store, project, alert, delivery.places);
  }
  return { alerts, places, failures };
}

function isOfPublisher({ code }: AuditFailure): boolean {
  return code.startsWith('publish-');
}

function isSame(a: AlertState, b: AlertState): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function unweighed({ open }: AlertState, { thresholds }: AlertSettings): number {
  const { perDay: ofDay, lingering: ofPast } = thresholds;
  return open.filter(
    ({ perDay, lingering }) =>
      (ofDay !== undefined && perDay === null) || (ofPast !== undefined && lingering === null),
  ).length;
}

function failuresOf({ sight }: AlertStep, project: string): readonly AuditFailure[] {
  if (sight.kind !== 'other-project') return [];
  return [
    new AuditFailure(
      'foreign-project',
      `the alerts of ${project} are about the cloud project ${sight.known}, and this report is about ${sight.found}`,
      'give the project its own key again, or give the other one a name of its own in the configuration',
    ),
  ];
}
