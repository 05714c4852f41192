import type {
  CostSummary,
  Finding,
  FindingCost,
  Report,
  ReportedProject,
  ReportedResource,
} from '../../report/report.ts';
import { resourceId } from '../../terms/ids.ts';
import { type Instant, parseInstant } from '../../terms/instants.ts';
import { absurd } from '../../terms/words.ts';
import type { ResolvedHow } from './alert.ts';
import type { AlertState, FindingFacts, LatestRun, OpenFinding, ResolvedFinding } from './state.ts';
import { isAhead } from './window.ts';

/** As much of a report as alerts are made of: a report of another version may lack the rest. */
export interface AlertedReport {
  readonly run: Pick<Report['run'], 'id' | 'asOf'> & {
    readonly projects: readonly Pick<ReportedProject, 'name' | 'id' | 'complete' | 'listed'>[];
  };
  readonly summary: { readonly cost: Pick<CostSummary, 'currency'> };
  readonly findings: readonly AlertedFinding[];
}

export type AlertedFinding = Pick<Finding, 'verdict' | 'reason' | 'ignored'> & {
  readonly resource: Pick<ReportedResource, 'kind' | 'id' | 'name' | 'project' | 'region'>;
  readonly nextStep: Pick<Finding['nextStep'], 'code'>;
  readonly cost: Pick<FindingCost, 'currency' | 'perDay' | 'lingering'>;
};

/** What a report was worth to one project's alerts. */
export type Sight =
  | { readonly kind: 'taken-in'; readonly state: AlertState }
  /** Not newer than what was taken in already: to go back would resolve what has come since. */
  | { readonly kind: 'stale'; readonly latestAsOf: string }
  /** Another project of the cloud under this name: everything would look gone. */
  | { readonly kind: 'other-project'; readonly known: string; readonly found: string }
  | { readonly kind: 'not-in-report' };

export interface SightOptions {
  readonly cloud: string;
  readonly project: string;
  readonly reportPlace: string | null;
  readonly now: Instant;
}

/**
 * Takes a report in. Orphans open, whatever else could not be read, for an orphan is proven all the same (verdicts.md,
 * rule 1); only a complete run resolves.
 */
export function takeIn(before: AlertState, report: AlertedReport, options: SightOptions): Sight {
  const project = report.run.projects.find(({ name }) => name === options.project);
  if (project === undefined) return { kind: 'not-in-report' };
  const { id: runId, asOf } = report.run;
  const { latestRun } = before;
  const complete = isWhole(project);
  if (latestRun !== null && !isNewer({ id: runId, asOf, complete }, latestRun, options.now))
    return { kind: 'stale', latestAsOf: latestRun.asOf };
  const cloudProject = resourceId(project.id) ?? null;
  if (cloudProject !== null && before.cloudProject !== null && cloudProject !== before.cloudProject)
    return { kind: 'other-project', known: before.cloudProject, found: cloudProject };

  const findings = report.findings.filter(({ resource }) => resource.project === options.project);
  const known = { ...before, cloudProject: before.cloudProject ?? cloudProject };
  const state = sighted(known, findings, { ...options, asOf, complete });
  return {
    kind: 'taken-in',
    state: {
      ...state,
      latestRun: { id: runId, asOf, complete },
      lastCompleteAt: complete ? asOf : before.lastCompleteAt,
      currency: report.summary.cost.currency ?? before.currency,
      reportPlace: options.reportPlace,
    },
  };
}

function isWhole({ complete, listed }: AlertedReport['run']['projects'][number]): boolean {
  return complete && listed.instances !== null && listed.volumes !== null;
}

function isNewer(run: LatestRun, latest: LatestRun, now: Instant): boolean {
  // Merged once more, with the part that had not come.
  if (run.id === latest.id && run.complete && !latest.complete) return true;
  // A run whose clock was ahead would make every report stale until that time has come.
  return isAhead(latest.asOf, now) || millis(run.asOf) > millis(latest.asOf);
}

interface Look extends SightOptions {
  readonly asOf: string;
  readonly complete: boolean;
}

function sighted(before: AlertState, findings: readonly AlertedFinding[], look: Look): AlertState {
  const seen = new Map(findings.map((finding) => [keyOf(finding.resource), finding]));
  const openBefore = new Map(before.open.map((one) => [keyOf(one.resource), one]));
  const resolvedBefore = new Map(before.resolved.map((one) => [keyOf(one.resource), one]));
  const open: OpenFinding[] = [];
  const resolved = new Map(resolvedBefore);

  for (const [key, finding] of seen) {
    if (!isOpenOrphan(finding)) continue;
    open.push(opened(finding, openBefore.get(key), resolvedBefore.get(key), before, look));
    resolved.delete(key);
    openBefore.delete(key);
  }
  for (const [key, finding] of openBefore) {
    const how = look.complete ? resolutionBy(seen.get(key)) : undefined;
    if (how === undefined) open.push(finding);
    else if (finding.telling !== 'below') resolved.set(key, resolvedNow(finding, how, look));
  }
  return { ...before, open: open.toSorted(byKey), resolved: [...resolved.values()].toSorted(byKey) };
}

function isOpenOrphan({ verdict, ignored }: AlertedFinding): boolean {
  return verdict === 'orphan' && ignored === null;
}

function opened(
  finding: AlertedFinding,
  open: OpenFinding | undefined,
  resolved: ResolvedFinding | undefined,
  { cloudProject }: AlertState,
  look: Look,
): OpenFinding {
  if (open !== undefined)
    return { ...open, ...factsOf(finding, open, look), toldCost: toldCostOf(finding, open) };
  // Gone and back before anybody was told that it had gone: nothing has happened.
  if (resolved?.telling === 'owed') {
    const { resolvedAt: _resolvedAt, how: _how, wasTold, ...rest } = resolved;
    return {
      ...rest,
      ...factsOf(finding, rest, look),
      telling: wasTold ? 'told' : 'owed',
    };
  }
  const { resource } = finding;
  const parts = [look.cloud, cloudProject ?? look.project, resource.kind, canonical(resource.id)];
  return {
    ...factsOf(finding, undefined, look),
    fingerprint: resolved?.fingerprint ?? parts.map(encodeURIComponent).join('/'),
    openedAt: look.asOf,
    resolvedBefore: resolved?.resolvedAt ?? null,
    telling: 'below',
    toldCost: null,
  };
}

type Facts = Omit<FindingFacts, 'fingerprint' | 'openedAt' | 'resolvedBefore'>;

/** A price that is missing this time does not make it free, nor dearer when it comes back. */
function factsOf(
  { resource, reason, nextStep, cost }: AlertedFinding,
  before: Facts | undefined,
  { asOf }: Look,
): Facts {
  const { kind, id, name, region } = resource;
  const isPriced = cost.currency !== null && cost.perDay !== null;
  const known = isPriced && before?.currency !== cost.currency ? undefined : before;
  return {
    resource: { kind, id: canonical(id), name, region },
    reason,
    nextStep: nextStep.code,
    currency: isPriced ? cost.currency : (known?.currency ?? null),
    perDay: isPriced ? cost.perDay : (known?.perDay ?? null),
    lingering: (isPriced ? cost.lingering : null) ?? known?.lingering ?? null,
    lastSeenAt: asOf,
  };
}

/** What the first price, or one in another currency, says is no growth: it is what growth is counted from. */
function toldCostOf({ cost }: AlertedFinding, { telling, toldCost }: OpenFinding): OpenFinding['toldCost'] {
  const { currency, perDay } = cost;
  if (telling !== 'told' || currency === null || perDay === null) return toldCost;
  return toldCost?.currency === currency ? toldCost : { currency, perDay };
}

function resolvedNow({ telling, ...facts }: OpenFinding, how: ResolvedHow, { asOf }: Look): ResolvedFinding {
  return { ...facts, how, resolvedAt: asOf, telling: 'owed', wasTold: telling === 'told' };
}

/** What a complete run says of a finding that it does not call an orphan; `undefined`: nothing for certain. */
function resolutionBy(finding: AlertedFinding | undefined): ResolvedHow | undefined {
  if (finding === undefined) return 'gone';
  switch (finding.verdict) {
    case 'orphan':
      return 'ignored';
    case 'in-use':
      return 'in-use';
    case 'unrelated':
      return 'unrelated';
    case 'ambiguous':
    case 'held':
    case 'retained':
      return isUndecided(finding) ? undefined : 'ambiguous';
    // Too early to say: a deletion that has begun can fail.
    case 'settling':
      return undefined;
    default:
      return absurd(finding.verdict);
  }
}

/** These say that something was not read, or not believed yet, and nothing about the resource. */
function isUndecided({ reason }: AlertedFinding): boolean {
  return ['owner-unreadable', 'owner-list-shrunk', 'not-confirmed', 'brake'].includes(reason);
}

function canonical(id: string): string {
  return resourceId(id) ?? id;
}

function keyOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${canonical(id)}`;
}

function byKey(a: FindingFacts, b: FindingFacts): number {
  const [keyA, keyB] = [keyOf(a.resource), keyOf(b.resource)];
  return keyA < keyB ? -1 : Number(keyA > keyB);
}

function millis(time: string): number {
  const at = parseInstant(time);
  if (at === undefined) throw new TypeError(`${JSON.stringify(time)} is no time of a report`);
  return at;
}
