import type { PriceBook } from '../cost/price-book.ts';
import type { IdentityEvidence } from '../evidence/outcomes.ts';
import type { Billing } from '../inventory/billing.ts';
import type { ResourceId } from '../terms/ids.ts';
import { formatInstant, type Instant } from '../terms/instants.ts';
import { absurd } from '../terms/words.ts';
import type { Judged, ProjectVerdicts } from '../verdict/judged.ts';
import type { DecidedBy, Verdict } from '../verdict/judgement.ts';
import { costOfJudged, costSummary, findingCost, type JudgedCost } from './cost-lines.ts';
import { reportedKeyrings } from './keyrings/keyrings.ts';
import { compareFindings } from './order.ts';
import type {
  Finding,
  KeyringCounts,
  Listed,
  Report,
  ReportedKeyring,
  ReportedOwner,
  ReportedProject,
  ReportedResource,
} from './report.ts';
import { evidenceLines } from './words/evidence-lines.ts';
import { type Language, textsIn } from './words/language.ts';
import { nextStepKey } from './words/texts.ts';

export interface ReportInput {
  readonly run: {
    readonly id: string;
    readonly startedAt: Instant;
    readonly finishedAt: Instant;
    readonly asOf: Instant;
  };
  readonly projects: readonly ProjectVerdicts[];
  readonly ignore: readonly IgnoreEntry[];
  /** `undefined`: there is none, and every finding that is billed stays unpriced. */
  readonly prices: PriceBook | undefined;
  /** Of the evidence's details and the next steps. */
  readonly language: Language;
  /** Lists the unrelated resources too. */
  readonly all: boolean;
}

/** Keeps one resource out of counts and totals while the entry lasts (verdicts.md, "Ignore entries"). */
export interface IgnoreEntry {
  readonly id: ResourceId;
  readonly reason: string;
  /** The first moment at which it no longer holds. */
  readonly until: Instant;
}

/** Puts what was judged into the report. The same input gives the same report, key for key. */
export function buildReport({ run, projects, ignore, prices, language, all }: ReportInput): Report {
  const ignored = entriesThatHold(ignore, run.asOf);
  const priced = projects.flatMap((project) =>
    project.judged
      .filter((judged) => all || judged.judgement.verdict !== 'unrelated')
      .map((judged) => {
        const cost = costOfJudged(judged, project.project.region, run.asOf, prices);
        const entry = ignored.get(judged.resource.id);
        return { cost, finding: findingOf({ judged, project, entry, language, cost, prices }) };
      }),
  );
  const findings = priced.map(({ finding }) => finding).sort(compareFindings);
  const counted = priced.filter(({ finding }) => finding.verdict === 'orphan' && finding.ignored === null);
  const reportedProjects = projects.map((project) => reportedProject(project, language));
  return {
    schemaVersion: '1',
    run: {
      id: run.id,
      startedAt: formatInstant(run.startedAt),
      finishedAt: formatInstant(run.finishedAt),
      asOf: formatInstant(run.asOf),
      complete: projects.every((project) => project.complete),
      projects: reportedProjects,
      problems: projects.flatMap(({ project, problems, warnings }) =>
        [...problems, ...warnings].map(({ code, message, remedy }) => ({
          code,
          project: project.name,
          message,
          remedy,
        })),
      ),
    },
    summary: {
      instances: countVerdicts('instance', projects, ignored),
      volumes: countVerdicts('volume', projects, ignored),
      ignored: findings.filter((finding) => finding.ignored !== null).length,
      listed: {
        instances: sumOrNull(projects.map(({ listed }) => listed.instances)),
        volumes: sumOrNull(projects.map(({ listed }) => listed.volumes)),
      },
      cost: costSummary(
        counted.map(({ cost, finding }) => ({ ...cost, isUnsure: finding.resource.billed === null })),
        prices,
      ),
      keyrings: countKeyrings(reportedProjects.flatMap((project) => project.keyrings)),
    },
    findings,
  };
}

function countKeyrings(keyrings: readonly ReportedKeyring[]): KeyringCounts {
  return {
    total: keyrings.length,
    unsound: keyrings.filter(({ sound }) => !sound).length,
    keep: keyrings.filter(({ keep }) => keep).length,
  };
}

type IgnoreEntries = ReadonlyMap<ResourceId, IgnoreEntry>;

/** Of two entries for one resource the one that lasts longer. */
function entriesThatHold(ignore: readonly IgnoreEntry[], asOf: Instant): IgnoreEntries {
  const holding = new Map<ResourceId, IgnoreEntry>();
  for (const entry of ignore) {
    if (entry.until > Math.max(asOf, holding.get(entry.id)?.until ?? asOf)) holding.set(entry.id, entry);
  }
  return holding;
}

function reportedProject(verdicts: ProjectVerdicts, language: Language): ReportedProject {
  const { project, listed, complete } = verdicts;
  return {
    name: project.name,
    region: project.region,
    id: project.id ?? null,
    complete,
    listed: reportedListed(listed),
    lastCompleteAt: timeOrNull(verdicts.lastCompleteAt),
    lastRecordAt: timeOrNull(verdicts.lastRecordedAt),
    keyrings: reportedKeyrings(verdicts, language),
  };
}

function reportedListed(listed: ProjectVerdicts['listed']): Listed {
  return { instances: listed.instances ?? null, volumes: listed.volumes ?? null };
}

/** A sum that lacks a part is not the sum. */
function sumOrNull(parts: readonly (number | undefined)[]): number | null {
  let sum = 0;
  for (const part of parts) {
    if (part === undefined) return null;
    sum += part;
  }
  return sum;
}

interface FindingParts {
  readonly judged: Judged;
  readonly project: ProjectVerdicts;
  readonly entry: IgnoreEntry | undefined;
  readonly language: Language;
  readonly cost: JudgedCost;
  readonly prices: PriceBook | undefined;
}

function findingOf({ judged, project, entry, language, cost, prices }: FindingParts): Finding {
  const { judgement, nextStep } = judged;
  const { verdict } = judgement;
  return {
    resource: reportedResource(judged, project.project),
    verdict,
    reason: judgement.reason,
    decidedBy: copyOf(judgement.by),
    warnings: [...judgement.warnings],
    assurance: judgement.verdict === 'orphan' ? judgement.assurance : null,
    owner: reportedOwner(judged.evidence.identity),
    evidence: evidenceLines(judged, language),
    nextStep: {
      code: nextStep,
      text: textsIn(language).nextSteps[nextStepKey(nextStep, judged.kind, verdict)].text,
    },
    cost: findingCost(cost, prices),
    ignored:
      entry === undefined || verdict === 'unrelated'
        ? null
        : { reason: entry.reason, until: formatInstant(entry.until) },
  };
}

function reportedResource(judged: Judged, project: ProjectVerdicts['project']): ReportedResource {
  const { resource } = judged;
  return {
    kind: resource.kind,
    id: resource.id,
    name: resource.name,
    project: project.name,
    projectId: resource.projectId ?? project.id ?? null,
    region: project.region,
    availabilityZone: resource.availabilityZone ?? null,
    status: resource.status,
    billed: isBilled(resource.billing),
    createdAt: timeOrNull(resource.createdAt),
    flavor: resource.kind === 'instance' ? (resource.flavor ?? null) : null,
    sizeGiB: resource.kind === 'volume' ? (resource.sizeGiB ?? null) : null,
    volumeType: resource.kind === 'volume' ? (resource.volumeType ?? null) : null,
    attachedTo: resource.kind === 'volume' ? (resource.instanceId ?? null) : null,
  };
}

function isBilled(billing: Billing): boolean | null {
  switch (billing) {
    case 'billed':
      return true;
    case 'not-billed':
      return false;
    case 'unknown':
      return null;
    default:
      return absurd(billing);
  }
}

function reportedOwner(identity: IdentityEvidence): ReportedOwner | null {
  if (identity.kind === 'agreed') {
    const { clusterUid, uid8, clusterName, nodeClaim } = identity.owner;
    return { clusterUid, uid8, clusterName: clusterName ?? null, nodeClaim: nodeClaim ?? null };
  }
  const { uid8, nodeClaim } = identity;
  if (uid8 === undefined && nodeClaim === undefined) return null;
  return { clusterUid: null, uid8: uid8 ?? null, clusterName: null, nodeClaim: nodeClaim ?? null };
}

function copyOf(by: DecidedBy): DecidedBy {
  switch (by.table) {
    case 'instances':
    case 'volumes':
      return { table: by.table, rule: by.rule };
    case 'brake':
    case 'confirmation':
      return { table: by.table };
    default:
      return absurd(by);
  }
}

/**
 * Without the ignored ones. Unrelated rows are let go while they are listed, so those are counted as what was listed and
 * nothing else was said of: the counts are the same whether a report lists the unrelated or not.
 */
function countVerdicts(
  kind: Judged['kind'],
  projects: readonly ProjectVerdicts[],
  ignored: IgnoreEntries,
): Readonly<Record<Verdict, number>> {
  const counts = {
    orphan: 0,
    ambiguous: 0,
    held: 0,
    retained: 0,
    settling: 0,
    'in-use': 0,
    unrelated: 0,
  };
  for (const { judged, listed } of projects) {
    const ofKind = judged.filter((one) => one.kind === kind);
    const related = ofKind.filter((one) => one.judgement.verdict !== 'unrelated');
    const inList = kind === 'instance' ? listed.instances : listed.volumes;
    counts.unrelated += Math.max((inList ?? 0) - related.length, ofKind.length - related.length);
    for (const one of related) {
      if (!ignored.has(one.resource.id)) counts[one.judgement.verdict] += 1;
    }
  }
  return counts;
}

function timeOrNull(at: Instant | undefined): string | null {
  return at === undefined ? null : formatInstant(at);
}
