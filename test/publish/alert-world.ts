import { type AlertInput, type AlertStep, stepAlerts } from '../../lib/publish/alerts/life.ts';
import type { AlertSettings } from '../../lib/publish/alerts/settings.ts';
import type { AlertedFinding, AlertedReport } from '../../lib/publish/alerts/sight.ts';
import { type AlertState, NO_ALERTS_YET } from '../../lib/publish/alerts/state.ts';
import { DAY_MS, parseInstant } from '../../lib/terms/instants.ts';
import { anId, at } from '../builders/ledger.ts';

// The small world of the alert tests: one project, reports made of a few findings, one step after the other.

export const PROJECT = 'shop-prod';
export const CLOUD_PROJECT = 'b1ccedbf-affd-60bc-89c2-d60ad9893328';

/** Everything that is found is told at once. */
export const PLAIN: AlertSettings = {
  thresholds: { count: 1, perDay: undefined, lingering: undefined },
  growthShare: '0.2',
  remindMs: 7 * DAY_MS,
  reopenMs: 14 * DAY_MS,
  timezone: 'Asia/Seoul',
  quietHours: undefined,
  businessDays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  holidays: [],
  allClear: 'never',
};

/** The n-th orphan: an instance of 4,320 KRW a day. */
export function anOrphan(n: number, parts: Partial<AlertedFinding> = {}): AlertedFinding {
  return {
    resource: {
      kind: 'instance',
      id: anId(n),
      name: `karpenter-2c32ae2c-general-${n}`,
      project: PROJECT,
      region: 'kr-central-2',
    },
    verdict: 'orphan',
    reason: 'cluster-gone',
    nextStep: { code: 'delete-in-console' },
    cost: { currency: 'KRW', perDay: 4320, lingering: { min: 4320, max: 8640 } },
    ignored: null,
    ...parts,
  };
}

export const UNPRICED: AlertedFinding['cost'] = { currency: null, perDay: null, lingering: null };

export function costing(perDay: number, currency = 'KRW', lingering = perDay): AlertedFinding['cost'] {
  return { currency, perDay, lingering: { min: lingering, max: lingering } };
}

export interface Night {
  readonly at: string;
  /** `null`: nothing is looked at, only what waits is sent. */
  readonly findings: readonly AlertedFinding[] | null;
  readonly complete?: boolean;
  readonly cloudProject?: string | null;
  readonly settings?: Partial<AlertSettings>;
  readonly mayTell?: boolean;
  /** When the message is sent; the moment of the run when left out. */
  readonly now?: string;
}

export function aReport({
  at: asOf,
  findings,
  complete = true,
  cloudProject = CLOUD_PROJECT,
}: Night): AlertedReport {
  return {
    run: {
      id: `run-${asOf}`,
      asOf,
      projects: [{ name: PROJECT, id: cloudProject, complete, listed: { instances: 84, volumes: 125 } }],
    },
    summary: { cost: { currency: 'KRW' } },
    findings: findings ?? [],
  };
}

export function stepOf(before: AlertState, night: Night, sequence = 1): AlertStep {
  const input: AlertInput = {
    cloud: 'kakaocloud',
    project: PROJECT,
    report: night.findings === null ? null : aReport(night),
    reportPlace: null,
    sequence,
    mayTell: night.mayTell ?? true,
    now: at(night.now ?? night.at),
  };
  return stepAlerts(before, input, { ...PLAIN, ...night.settings });
}

/** Lives through the nights and gives back each step. The state goes through JSON in between, as in a store. */
export function live(...nights: readonly Night[]): readonly AlertStep[] {
  const steps: AlertStep[] = [];
  let state = NO_ALERTS_YET;
  for (const night of nights) {
    const step = stepOf(state, night, steps.length + 1);
    steps.push(step);
    state = JSON.parse(JSON.stringify(step.state)) as AlertState;
  }
  return steps;
}

/** What a message says, in short: `changes: new 1, resolved 2 gone`; `-` when there is none. */
export function said({ alert }: AlertStep): string {
  if (alert === null) return '-';
  const items = alert.items.map(({ change, resource, resolution }) => {
    const n = Number.parseInt(resource.id.slice(-12), 16);
    return `${change} ${n}${resolution === null ? '' : ` ${resolution.how}`}`;
  });
  return [alert.kind, ...(items.length === 0 ? [] : [items.join(', ')])].join(': ');
}

/** The n-th night, at 02:00 in Seoul; the first is of Monday, 30 November 2026. */
export function night(n: number, time = '02:00'): string {
  const start = parseInstant(`2026-11-30T${time}:00+09:00`);
  return new Date((start ?? Number.NaN) + (n - 1) * DAY_MS).toISOString().replace('.000Z', 'Z');
}
