import { absurd } from '../../terms/words.ts';
import { VERDICTS, type Verdict } from '../../verdict/judgement.ts';
import type { Finding, Report } from '../report.ts';
import { type Language, textsIn } from '../words/language.ts';
import { grouped } from '../words/printable.ts';
import { type NextStepKey, nextStepKey } from '../words/texts.ts';
import { markdownHead } from './head.ts';
import { markdownTextsIn } from './language.ts';
import type { MarkdownPage } from './page.ts';
import { rowOf, tableHead } from './rows.ts';

export interface MarkdownOptions {
  readonly language: Language;
  /** IANA zone, for the times that people read. */
  readonly timezone: string;
}

/** GitHub refuses a comment of more than 65,536 characters; the rest is for a line that a sender puts before it. */
export const MARKDOWN_LENGTH = 65_000;

/** What a heading, an empty line and the words about the cut may take. */
const ROOM_FOR_THE_CUT = 1_000;

type Group = Verdict | 'ignored';

/**
 * The report as GitHub-flavoured Markdown, for a comment or a Slack canvas. Every text from outside is a code span, so
 * that no name is markup, a mention, a link or a tag. Never longer than {@link MARKDOWN_LENGTH}: rows that find no room
 * are left out, the least urgent first, and counted.
 */
export function writeMarkdown(report: Report, { language, timezone }: MarkdownOptions): string {
  const page: MarkdownPage = {
    texts: textsIn(language),
    words: markdownTextsIn(language),
    timezone,
    hasSeveralProjects: report.run.projects.length > 1,
  };
  const shown = report.findings.filter(isShown);
  const before = markdownHead(page, report);
  const after = [notListed(page, report), nextSteps(page, shown)].filter((block) => block !== '');
  const fixed = [...before, ...after].reduce((length, block) => length + block.length + 2, 0);
  const tables = tablesOf(page, shown, MARKDOWN_LENGTH - fixed - ROOM_FOR_THE_CUT);
  return `${[...before, ...tables, ...after].join('\n\n')}\n`;
}

/** What somebody has to act on or look at. Of what is in use or too early to judge, only what has a warning. */
function isShown(finding: Finding): boolean {
  switch (finding.verdict) {
    case 'orphan':
    case 'ambiguous':
    case 'held':
    case 'retained':
      return true;
    case 'settling':
    case 'in-use':
    case 'unrelated':
      return finding.ignored !== null || finding.warnings.length > 0;
    default:
      return absurd(finding.verdict);
  }
}

function groupOf({ verdict, ignored }: Finding): Group {
  return ignored === null ? verdict : 'ignored';
}

/** As many rows as there is room for, in the report's order; ignored ones last. */
function tablesOf(page: MarkdownPage, shown: readonly Finding[], room: number): readonly string[] {
  const blocks: string[] = [];
  const cut: Finding[] = [];
  let left = room;
  for (const group of [...VERDICTS, 'ignored' as const]) {
    const findings = shown.filter((finding) => groupOf(finding) === group);
    if (findings.length === 0) continue;
    const lines = [headingOf(page, group, findings.length), '', ...tableHead(page)];
    let length = lengthOf(lines) + 2;
    const rows: string[] = [];
    for (const finding of findings) {
      const row = cut.length > 0 ? undefined : rowOf(page, finding);
      if (row === undefined || length + row.length + 1 > left) cut.push(finding);
      else {
        rows.push(row);
        length += row.length + 1;
      }
    }
    if (rows.length === 0) continue;
    blocks.push([...lines, ...rows].join('\n'));
    left -= length;
  }
  return cut.length === 0 ? blocks : [...blocks, page.words.cut(cut.length, countsOf(page, cut))];
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((length, line) => length + line.length + 1, 0);
}

function headingOf({ texts }: MarkdownPage, group: Group, n: number): string {
  const { label, meaning } =
    group === 'ignored'
      ? { label: texts.page.ignored, meaning: texts.page.ignoredMeans }
      : texts.verdicts[group];
  return `### ${label}: ${grouped(n)}\n\n${meaning}`;
}

function countsOf({ texts }: MarkdownPage, findings: readonly Finding[]): string {
  const said = VERDICTS.flatMap((verdict) => {
    const n = findings.filter((finding) => groupOf(finding) === verdict).length;
    return n === 0 ? [] : [texts.verdicts[verdict].count(n)];
  });
  const ignored = findings.filter((finding) => groupOf(finding) === 'ignored').length;
  return [...said, ...(ignored === 0 ? [] : [texts.page.ignoredCount(ignored)])].join(', ');
}

function notListed(page: MarkdownPage, report: Report): string {
  const hidden = report.findings.filter((finding) => !isShown(finding));
  return hidden.length === 0 ? '' : page.words.notListed(countsOf(page, hidden));
}

/** Each next step once, with how many it is for, and what holds whatever the step is. */
function nextSteps({ texts }: MarkdownPage, shown: readonly Finding[]): string {
  const counts = new Map<NextStepKey, Record<'instance' | 'volume', number>>();
  for (const { nextStep, resource, verdict, ignored } of shown) {
    if (nextStep.code === 'none' || ignored !== null) continue;
    const key = nextStepKey(nextStep.code, resource.kind, verdict);
    const count = counts.get(key) ?? { instance: 0, volume: 0 };
    count[resource.kind] += 1;
    counts.set(key, count);
  }
  if (counts.size === 0) return '';
  const steps = [...counts].map(([key, { instance, volume }]) => {
    const { short, text } = texts.nextSteps[key];
    const howMany = [
      ...(instance > 0 ? [texts.page.instances(instance)] : []),
      ...(volume > 0 ? [texts.page.volumes(volume)] : []),
    ];
    return `- **${short}** (${howMany.join(', ')}): ${text}`;
  });
  const advice = texts.standingAdvice.map((line) => `- ${line}`);
  return [`### ${texts.page.whatNext}`, '', ...steps, '', `**${texts.page.always}**`, '', ...advice].join(
    '\n',
  );
}
