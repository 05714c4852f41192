import type { Finding } from '../report.ts';
import { bothEnds, MIN_COLUMNS, paragraph, type Style, width, wrap } from '../terminal/layout.ts';
import { ink, localTime } from '../terminal/page.ts';
import { type Rows, rowsFor } from '../terminal/rows.ts';
import { nextSteps, type TableOptions } from '../terminal/table.ts';
import { textsIn } from '../words/language.ts';
import { named } from '../words/printable.ts';
import type { CheckedResource, CheckResult, ClusterState } from './clearance.ts';
import { clearanceTextsIn, clusterName, missingRecords, stateText, witnessLines } from './lines.ts';
import { type CheckPage, statement } from './statement.ts';
import type { GroupName } from './texts.ts';

/** The result of a check for a person at a terminal. Nothing that a resource is called can act on the terminal or forge a line. */
export function writeCheck(result: CheckResult, options: TableOptions): string {
  const { language, colour, timezone } = options;
  const page: CheckPage = {
    texts: textsIn(language),
    words: clearanceTextsIn(language),
    columns: Math.max(MIN_COLUMNS, Math.floor(options.columns)),
    colour,
    time: (iso) => localTime(iso, timezone),
  };
  const blocks = [
    header(page, result, timezone),
    incomplete(page, result),
    state(page, result),
    heldBy(page, result),
    counts(page, result),
    ...resourceBlocks(page, result, options),
    ...statement(page, result),
  ].filter((block) => block.length > 0);
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function header(page: CheckPage, { run, cluster }: CheckResult, timezone: string): readonly string[] {
  const { columns, words } = page;
  const ids = [cluster.uid, ...cluster.consoleIds.map(words.consoleId)].join(', ');
  const { name, region } = run.project;
  return [
    ...ink(page, 'strong', bothEnds(words.title, `${page.time(run.asOf)} (${timezone})`, columns)),
    ...ink(page, 'plain', paragraph(words.cluster, `${clusterName(page, cluster.names)} (${ids})`, columns)),
    ...ink(page, 'plain', paragraph(words.project, `${named(name)} (${named(region)})`, columns)),
    ...ink(page, 'faint', paragraph(words.run, named(run.id), columns)),
  ];
}

function incomplete(page: CheckPage, { run }: CheckResult): readonly string[] {
  const { columns, words, texts } = page;
  const problems = run.problems.flatMap(({ code, message, remedy }) => [
    ...ink(page, 'caution', paragraph('   - ', `${message} (${code})`, columns)),
    ...ink(page, 'plain', paragraph('     -> ', remedy, columns)),
  ]);
  if (run.complete)
    return problems.length === 0 ? [] : [...ink(page, 'strong', [texts.page.problems]), ...problems];
  return [
    ...ink(page, 'alarm', paragraph('!! ', words.incomplete, columns)),
    ...ink(page, 'alarm', paragraph('   ', words.incompleteMeans, columns)),
    ...(problems.length === 0
      ? ink(page, 'plain', paragraph('   ', texts.page.incompleteUnnamed, columns))
      : problems),
  ];
}

const STATE_STYLES: Readonly<Record<ClusterState['kind'], Style>> = {
  alive: 'caution',
  deleting: 'caution',
  gone: 'strong',
  'never-known': 'caution',
  unreadable: 'alarm',
};

function state(page: CheckPage, { cluster }: CheckResult): readonly string[] {
  const { columns, words } = page;
  const namesakes = cluster.namesakes.map(({ name, uid, phase }) =>
    words.namesake(named(name), uid ?? undefined, named(phase)),
  );
  return [
    ...ink(page, STATE_STYLES[cluster.state.kind], wrap(stateText(page, cluster.state), columns)),
    ...namesakes.flatMap((text) => ink(page, 'caution', wrap(text, columns))),
  ];
}

function heldBy(page: CheckPage, { cluster, resources }: CheckResult): readonly string[] {
  if (cluster.state.kind !== 'deleting') return [];
  const { columns, words, texts } = page;
  const there = resources.filter(({ fate, origin }) => fate === 'remaining' && origin !== 'unattributed');
  const instances = there.filter(({ kind }) => kind === 'instance').length;
  const held =
    there.length === 0
      ? words.state.heldByNoResources
      : words.state.heldByResources(
          texts.page.instances(instances),
          texts.page.volumes(there.length - instances),
        );
  const lines = [held, ...witnessLines(page, cluster.state.heldBy), words.state.whenStuck];
  return [
    ...ink(page, 'strong', wrap(words.state.heldBy, columns)),
    ...lines.flatMap((line) => ink(page, 'plain', paragraph('- ', line, columns))),
  ];
}

function counts(page: CheckPage, { summary, coverage: { records } }: CheckResult): readonly string[] {
  const { columns, words } = page;
  return [
    ...ink(
      page,
      'alarm',
      missingRecords(page, records).flatMap((text) => wrap(text, columns)),
    ),
    ...ink(page, 'strong', wrap(words.counts.instance(summary.instances), columns)),
    ...ink(page, 'strong', wrap(words.counts.volume(summary.volumes), columns)),
  ];
}

type Remaining = Extract<CheckedResource, { readonly fate: 'remaining' }>;

function resourceBlocks(
  page: CheckPage,
  result: CheckResult,
  options: TableOptions,
): readonly (readonly string[])[] {
  const all = options.all ?? false;
  const remaining = result.resources.filter((one): one is Remaining => one.fate === 'remaining');
  const shown = remaining.filter((one) => all || isTelling(result.cluster.state, one.finding));
  const findings = shown.map(({ finding }) => finding);
  const rows = rowsFor(page, findings, {
    asOf: result.run.asOf,
    timezone: options.timezone,
    hasSeveralProjects: false,
    saysVerdict: true,
    instanceNames: new Map(
      remaining.flatMap(({ kind, id, name }) => (kind === 'instance' && name !== null ? [[id, name]] : [])),
    ),
  });
  return [
    ...(shown.length === 0 ? [] : [rows.heading]),
    ...(['recorded', 'found', 'unattributed'] as const).flatMap((origin) =>
      groupBlocks(
        page,
        origin,
        shown.filter((one) => one.origin === origin),
        rows,
      ),
    ),
    notShown(page, remaining, shown),
    unreadable(page, result),
    all ? gone(page, result) : [],
    nextSteps(page, findings),
  ];
}

/** A living cluster's own are where they belong. */
export function isTelling(of: ClusterState, { verdict, warnings }: Finding): boolean {
  return of.kind !== 'alive' || (verdict !== 'in-use' && verdict !== 'settling') || warnings.length > 0;
}

function groupBlocks(
  page: CheckPage,
  name: GroupName,
  group: readonly Remaining[],
  rows: Rows,
): readonly (readonly string[])[] {
  if (group.length === 0) return [];
  return [heading(page, name, group.length), ...group.map(({ finding }) => rows.of(finding))];
}

function heading(page: CheckPage, name: GroupName, count: number): readonly string[] {
  const { heading: title, meaning } = page.words.groups[name];
  const lead = `${title} ${count}  `;
  const isBeside = width(lead) <= page.columns / 2;
  const lines = isBeside
    ? paragraph(lead, meaning, page.columns)
    : [...wrap(`${title} ${count}`, page.columns), ...paragraph('  ', meaning, page.columns)];
  return ink(page, 'strong', lines);
}

function notShown(
  page: CheckPage,
  remaining: readonly Remaining[],
  shown: readonly Remaining[],
): readonly string[] {
  const { texts, columns } = page;
  const hidden = remaining.filter((one) => !shown.includes(one));
  const said = (['in-use', 'settling'] as const).flatMap((verdict) => {
    const n = hidden.filter(({ finding }) => finding.verdict === verdict).length;
    return n === 0 ? [] : [texts.verdicts[verdict].count(n)];
  });
  return said.length === 0 ? [] : ink(page, 'plain', wrap(texts.page.notShown(said.join(', ')), columns));
}

function unreadable(page: CheckPage, { resources }: CheckResult): readonly string[] {
  const some = resources.flatMap((one) => (one.fate === 'unreadable' ? [one] : []));
  if (some.length === 0) return [];
  return [
    ...heading(page, 'unreadable', some.length),
    ...some.flatMap((one) => [
      ...ink(page, 'strong', paragraph('- ', described(page, one), page.columns)),
      ...ink(page, 'plain', paragraph('  ', one.why, page.columns)),
    ]),
  ];
}

function gone(page: CheckPage, { resources }: CheckResult): readonly string[] {
  const some = resources.filter(({ fate }) => fate === 'gone');
  if (some.length === 0) return [];
  return [
    ...heading(page, 'gone', some.length),
    ...some.flatMap((one) => ink(page, 'plain', paragraph('- ', described(page, one), page.columns))),
  ];
}

function described({ texts }: CheckPage, { kind, id, name }: CheckedResource): string {
  const what = `${texts.page.kinds[kind]} ${named(id)}`;
  return name === null || name === '' ? what : `${what} ${named(name)}`;
}
