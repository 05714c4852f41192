import { VERDICTS, type Verdict } from '../../verdict/judgement.ts';
import { type KeyringPage, keyringLines } from '../keyrings/lines.ts';
import type { Finding, Report } from '../report.ts';
import { type Language, textsIn } from '../words/language.ts';
import { type NextStepKey, nextStepKey } from '../words/texts.ts';
import { headerOf } from './header.ts';
import { MIN_COLUMNS, paragraph } from './layout.ts';
import { ink, type Page, VERDICT_STYLES } from './page.ts';
import { type Rows, rowsFor, surroundingsOf } from './rows.ts';

export interface TableOptions {
  /** Of the terminal. No line is longer, from {@link MIN_COLUMNS} on. */
  readonly columns: number;
  readonly colour: boolean;
  readonly language: Language;
  /** IANA name, for the times that people read. */
  readonly timezone: string;
  /** Shows each resource that is in use or settling, however many there are. */
  readonly all?: boolean;
}

/** Of what is in use or settling, more than this is only counted. */
const FEW = 3;

/** The report for a person at a terminal. Nothing that a resource is called can act on the terminal or forge a line. */
export function writeTable(report: Report, options: TableOptions): string {
  const { colour, language, timezone } = options;
  const page: Page = {
    texts: textsIn(language),
    columns: Math.max(MIN_COLUMNS, Math.floor(options.columns)),
    colour,
  };
  const groups = groupsOf(report, options.all ?? false);
  const shown = groups.flatMap((group) => group.shown);
  const rows = rowsFor(page, shown, surroundingsOf(report, timezone));
  const blocks = [
    ...headerOf(page, report, timezone),
    ...(shown.length === 0 ? [] : [rows.heading]),
    ...groups.filter((group) => group.shown.length > 0).flatMap((group) => groupBlocks(page, group, rows)),
    notShown(page, groups),
    nextSteps(page, shown),
    ...keyringBlocks({ ...page, language, timezone }, report),
  ].filter((block) => block.length > 0);
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function keyringBlocks(page: KeyringPage, { run }: Report): readonly (readonly string[])[] {
  return run.projects.flatMap(({ name, keyrings }) =>
    keyrings.map((keyring) => keyringLines(page, name, keyring)),
  );
}

interface Group {
  readonly of: Verdict | 'ignored';
  readonly all: readonly Finding[];
  readonly shown: readonly Finding[];
}

function groupsOf(report: Report, all: boolean): readonly Group[] {
  const counted = report.findings.filter((finding) => finding.ignored === null);
  const ignored = report.findings.filter((finding) => finding.ignored !== null);
  const groups = VERDICTS.map((verdict): Group => {
    const findings = counted.filter((finding) => finding.verdict === verdict);
    const isQuiet = verdict === 'in-use' || verdict === 'settling';
    const isHidden = isQuiet && !all && findings.length > FEW;
    // A warning is why somebody should look at what is in use: Karpenter will not reclaim it.
    return {
      of: verdict,
      all: findings,
      shown: isHidden ? findings.filter((finding) => finding.warnings.length > 0) : findings,
    };
  });
  return [...groups, { of: 'ignored', all: ignored, shown: ignored }];
}

function groupBlocks(page: Page, group: Group, rows: Rows): readonly (readonly string[])[] {
  return [groupHeading(page, group), ...group.shown.map(rows.of)];
}

function groupHeading({ texts, ...page }: Page, { of, all }: Group): readonly string[] {
  const { label, meaning } =
    of === 'ignored' ? { label: texts.page.ignored, meaning: texts.page.ignoredMeans } : texts.verdicts[of];
  const lead = `${label.toUpperCase()} ${all.length}  `;
  return ink(
    { texts, ...page },
    of === 'ignored' ? 'faint' : VERDICT_STYLES[of],
    paragraph(lead, meaning, page.columns),
  );
}

function notShown({ texts, ...page }: Page, groups: readonly Group[]): readonly string[] {
  const counts = groups.flatMap(({ of, all, shown }) => {
    const hidden = all.length - shown.length;
    return of === 'ignored' || hidden === 0 ? [] : [texts.verdicts[of].count(hidden)];
  });
  if (counts.length === 0) return [];
  return ink(
    { texts, ...page },
    'plain',
    paragraph('', texts.page.notShown(counts.join(', ')), page.columns),
  );
}

/** Each next step once, with how many it is for, and what holds whatever the step is. */
export function nextSteps(page: Page, shown: readonly Finding[]): readonly string[] {
  const { texts, columns } = page;
  const counts = new Map<NextStepKey, Record<'instance' | 'volume', number>>();
  for (const { nextStep, resource, verdict, ignored } of shown) {
    if (nextStep.code === 'none' || ignored !== null) continue;
    const key = nextStepKey(nextStep.code, resource.kind, verdict);
    const count = counts.get(key) ?? { instance: 0, volume: 0 };
    count[resource.kind] += 1;
    counts.set(key, count);
  }
  if (counts.size === 0) return [];
  const { instances, volumes, whatNext, always } = texts.page;
  const steps = [...counts].flatMap(([key, { instance, volume }]) => {
    const { short, text } = texts.nextSteps[key];
    const howMany = [
      ...(instance > 0 ? [instances(instance)] : []),
      ...(volume > 0 ? [volumes(volume)] : []),
    ];
    return [
      ...ink(page, 'strong', paragraph('-> ', `${short}: ${howMany.join(', ')}`, columns)),
      ...ink(page, 'plain', paragraph('   ', text, columns)),
    ];
  });
  return [
    ...ink(page, 'strong', [whatNext]),
    ...steps,
    '',
    ...ink(page, 'strong', [always]),
    ...texts.standingAdvice.flatMap((advice) => ink(page, 'plain', paragraph('- ', advice, columns))),
  ];
}
