import type { Finding, Report } from '../../report/report.ts';
import { localTime } from '../../report/terminal/page.ts';
import { type Language, textsIn } from '../../report/words/language.ts';
import { grouped, named, printable } from '../../report/words/printable.ts';
import { nextStepKey, reasonKey, type Texts } from '../../report/words/texts.ts';
import { messageTextsIn } from './language.ts';
import type { Message, MessageFact, MessageItem, MessageOptions } from './message.ts';
import { costWords, moneyOf, moneyRange } from './money.ts';
import type { MessageTexts } from './texts.ts';

/** Counts, costs, each orphan, and what could not be read. What is no orphan is counted: the report has the rest. */
export function reportMessage(
  report: Report,
  { language, timezone }: MessageOptions,
  link: string | null,
): Message {
  const texts = textsIn(language);
  const words = messageTextsIn(language);
  const { run, summary } = report;
  const orphans = report.findings.filter(({ verdict, ignored }) => verdict === 'orphan' && ignored === null);
  const count = texts.verdicts.orphan.count(summary.instances.orphan + summary.volumes.orphan);
  const incomplete = run.complete ? '' : ` (${words.incompleteTitle})`;
  return {
    title: `${texts.page.title}: ${count}${incomplete}`,
    tone: orphans.length > 0 ? 'alarm' : run.complete ? 'calm' : 'caution',
    lead: leadOf(report, texts),
    facts: [
      { label: words.projects, value: run.projects.map(({ name }) => named(name)).join(', ') },
      { label: words.asOf, value: `${localTime(run.asOf, timezone)} (${timezone})` },
      ...countFacts(report, texts, words),
      ...costFacts(report, words),
    ].filter(({ value }) => value !== ''),
    sections: [
      { heading: count, items: orphans.map((finding) => findingItem(finding, language)) },
      {
        heading: `${texts.page.problems} (${run.problems.length})`,
        items: run.problems.map(({ project, code, message, remedy }) => ({
          name: named(project),
          lines: [`${printable(message)} (${code})`, `-> ${printable(remedy)}`],
        })),
      },
    ].filter(({ items }) => items.length > 0),
    link,
    footer: `${words.run(named(run.id))}. ${words.neverDeletes}`,
  };
}

/** Says that nothing is left only after a run that could have seen it. */
function leadOf({ run, summary, findings }: Report, { page, verdicts }: Texts): readonly string[] {
  if (!run.complete) {
    const names = run.projects.filter(({ complete }) => !complete).map(({ name }) => named(name));
    return [page.incomplete(names.join(', ')), page.incompleteMeans];
  }
  const isFound = findings.some(({ verdict }) =>
    ['orphan', 'ambiguous', 'held', 'retained'].includes(verdict),
  );
  const { instances, volumes } = summary.listed;
  if (isFound || instances === null || volumes === null) return [];
  const looked = `${page.instances(instances)}, ${page.volumes(volumes)}`;
  const settling = summary.instances.settling + summary.volumes.settling;
  return [
    settling === 0 ? page.nothingLeft(looked) : page.nothingProven(looked, verdicts.settling.count(settling)),
  ];
}

/** What is in use or unrelated needs nobody. */
const COUNTED = ['orphan', 'ambiguous', 'held', 'retained', 'settling'] as const;

function countFacts({ summary }: Report, texts: Texts, words: MessageTexts): readonly MessageFact[] {
  const counted = COUNTED.flatMap((verdict) => {
    const n = summary.instances[verdict] + summary.volumes[verdict];
    return n > 0 ? [texts.verdicts[verdict].count(n)] : [];
  });
  const { ignored } = summary;
  const value = [...counted, ...(ignored > 0 ? [texts.page.ignoredCount(ignored)] : [])].join(', ');
  return [{ label: words.found, value }];
}

function costFacts({ summary: { cost } }: Report, words: MessageTexts): readonly MessageFact[] {
  const { currency, unpriced } = cost;
  const missing = unpriced > 0 ? [{ label: words.unpriced, value: grouped(unpriced) }] : [];
  if (currency === null) return missing;
  const all = [{ ...cost, currency }, ...cost.otherCurrencies];
  const least = (text: string) => (unpriced > 0 ? words.atLeast(text) : text);
  const joined = (texts: readonly string[]) => least(texts.join(' + '));
  return [
    { label: words.perDay, value: joined(all.map((one) => moneyOf(one.perDay, one.currency))) },
    { label: words.perMonth, value: joined(all.map((one) => moneyOf(one.perMonth, one.currency))) },
    {
      label: words.lingering,
      value: joined(all.map((one) => moneyRange(words, one.lingering, one.currency))),
    },
    ...missing,
  ];
}

/** One resource that is left, with its next step. */
export function findingItem(finding: Finding, language: Language): MessageItem {
  const texts = textsIn(language);
  const { resource, reason, verdict, assurance, nextStep, cost, warnings } = finding;
  const size = resource.sizeGiB === null ? texts.page.unknown : texts.page.size(resource.sizeGiB, false);
  const what = resource.kind === 'instance' ? printable(resource.flavor ?? texts.page.unknown) : size;
  const { clause } = texts.reasons[reasonKey(reason, verdict)];
  const step = texts.nextSteps[nextStepKey(nextStep.code, resource.kind, verdict)];
  return {
    name: resource.name === '' ? texts.page.noName : named(resource.name),
    lines: [
      `${texts.page.kinds[resource.kind]} ${named(resource.id)}, ${what}, ${named(resource.project)} (${named(resource.region)})`,
      [clause, ...(assurance === null ? [] : [texts.assurances[assurance]])].join('; '),
      costWords(messageTextsIn(language), cost),
      ...warnings.map((warning) => `! ${texts.warnings[warning]}`),
      `-> ${step.short}`,
    ],
  };
}
