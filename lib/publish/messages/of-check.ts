import type { CheckedResource, CheckResult } from '../../report/clearance/clearance.ts';
import {
  type CheckWording,
  clearanceText,
  clearanceTextsIn,
  clusterName,
  coverageLines,
  keyringText,
  missingRecords,
  stateText,
  witnessLines,
} from '../../report/clearance/lines.ts';
import { isTelling } from '../../report/clearance/text.ts';
import { localTime } from '../../report/terminal/page.ts';
import { type Language, textsIn } from '../../report/words/language.ts';
import { named, printable } from '../../report/words/printable.ts';
import type { Texts } from '../../report/words/texts.ts';
import type { CheckPublication } from '../check-publication.ts';
import { messageTextsIn } from './language.ts';
import type { Message, MessageFact, MessageItem, MessageOptions, MessageSection } from './message.ts';
import { findingItem } from './of-report.ts';
import type { CheckTelling, MessageTexts } from './texts.ts';

type Remaining = Extract<CheckedResource, { readonly fate: 'remaining' }>;

/** Whether the cluster is cleared, what is left of it with the next steps, how much is proven gone, and what that rests on. */
export function checkMessage(
  { id, check }: CheckPublication,
  { language, timezone }: MessageOptions,
  link: string | null,
): Message {
  const texts = textsIn(language);
  const words = messageTextsIn(language);
  const wording: CheckWording = {
    words: clearanceTextsIn(language),
    time: (iso) => localTime(iso, timezone),
  };
  const { run, cluster } = check;
  const own = remainingIn(check).filter(({ origin }) => origin !== 'unattributed');
  const telling = tellingOf(check, own.length);
  const spoken = `${named(run.project.name)} / ${clusterName(wording, cluster.names)} (${cluster.uid.slice(0, 8)})`;
  const incomplete = run.complete ? '' : ` (${words.check.incomplete})`;
  return {
    title: words.check.title[telling](spoken, own.length) + incomplete,
    tone: toneOf(check, telling),
    lead: leadOf(check, wording, words),
    facts: factsOf(check, wording, texts, words, timezone),
    sections: [
      ...groupsOf(check, wording, language),
      problemsOf(check, texts),
      { heading: wording.words.coverage.heading, items: coverageLines(wording, check).map(lineItem) },
    ].filter(({ items }) => items.length > 0),
    link,
    footer: `${words.checkId(named(id))}, ${words.run(named(run.id))}. ${words.neverDeletes}`,
  };
}

function tellingOf({ cluster: { state }, clearance }: CheckResult, left: number): CheckTelling {
  if (clearance.granted) return 'cleared';
  switch (state.kind) {
    case 'alive':
      return 'alive';
    case 'deleting':
      return state.period === 'past' ? 'stuck' : 'deleting';
    default:
      return state.kind === 'gone' && left > 0 ? 'left' : 'uncleared';
  }
}

function toneOf({ run }: CheckResult, telling: CheckTelling): Message['tone'] {
  if (telling === 'left' || telling === 'stuck') return 'alarm';
  return telling === 'cleared' || (telling === 'alive' && run.complete) ? 'calm' : 'caution';
}

function leadOf(check: CheckResult, wording: CheckWording, words: MessageTexts): readonly string[] {
  const { run, cluster, clearance, coverage } = check;
  const { incomplete, incompleteMeans, state, clearance: ofClearance } = wording.words;
  return [
    ...(run.complete ? [] : [`${incomplete}: ${incompleteMeans}`]),
    stateText(wording, cluster.state),
    ...missingRecords(wording, coverage.records),
    ...(cluster.state.kind === 'deleting'
      ? [...witnessLines(wording, cluster.state.heldBy), state.whenStuck]
      : []),
    clearance.granted
      ? clearanceText(wording, check)
      : words.check.withheld(
          ofClearance.withheldHeading,
          clearance.withheld.map((reason) => ofClearance.withheld[reason]),
        ),
  ].map(printable);
}

function factsOf(
  check: CheckResult,
  wording: CheckWording,
  { page }: Texts,
  words: MessageTexts,
  timezone: string,
): readonly MessageFact[] {
  const { run, cluster, summary } = check;
  const { instances, volumes } = summary;
  const fact = (label: string, ofInstances: number, ofVolumes: number): MessageFact => ({
    label,
    value: `${page.instances(ofInstances)}, ${page.volumes(ofVolumes)}`,
  });
  const unless0 = (label: string, ofInstances: number, ofVolumes: number) =>
    ofInstances + ofVolumes === 0 ? [] : [fact(label, ofInstances, ofVolumes)];
  return [
    { label: words.check.project, value: `${named(run.project.name)} (${named(run.project.region)})` },
    { label: words.check.cluster, value: `${clusterName(wording, cluster.names)} (${cluster.uid})` },
    { label: words.asOf, value: `${wording.time(run.asOf)} (${timezone})` },
    fact(words.check.gone, instances.gone, volumes.gone),
    fact(words.check.left, instances.remaining + instances.found, volumes.remaining + volumes.found),
    ...unless0(words.check.ofUnknownOwner, instances.unattributed, volumes.unattributed),
    ...unless0(words.check.unreadable, instances.unreadable, volumes.unreadable),
    { label: words.check.keyring, value: keyringText(wording, check) },
  ];
}

function remainingIn({ resources }: CheckResult): readonly Remaining[] {
  return resources.filter((one): one is Remaining => one.fate === 'remaining');
}

function groupsOf(
  check: CheckResult,
  { words }: CheckWording,
  language: Language,
): readonly MessageSection[] {
  const shown = remainingIn(check).filter(({ finding }) => isTelling(check.cluster.state, finding));
  const groups = (['recorded', 'found', 'unattributed'] as const).map((origin) => ({
    ...words.groups[origin],
    items: shown.filter((one) => one.origin === origin).map((one) => remainingItem(one, language)),
  }));
  const unreadable = check.resources.flatMap((one) => (one.fate === 'unreadable' ? [one] : []));
  return [
    ...groups,
    { ...words.groups.unreadable, items: unreadable.map((one) => unreadableItem(one, language)) },
  ].map(({ heading, meaning, items }) => ({ heading: `${heading} (${items.length}): ${meaning}`, items }));
}

/** As a report tells of it, with the verdict, which is not the same for all. */
function remainingItem({ finding }: Remaining, language: Language): MessageItem {
  const { name, lines } = findingItem(finding, language);
  const [what = '', ...others] = lines;
  return { name, lines: [what, textsIn(language).verdicts[finding.verdict].label, ...others] };
}

function unreadableItem(
  { kind, id, name, why }: Extract<CheckedResource, { readonly fate: 'unreadable' }>,
  language: Language,
): MessageItem {
  const { page } = textsIn(language);
  return {
    name: name === null || name === '' ? page.noName : named(name),
    lines: [`${page.kinds[kind]} ${named(id)}`, printable(why)],
  };
}

function problemsOf({ run }: CheckResult, { page }: Texts): MessageSection {
  return {
    heading: `${page.problems} (${run.problems.length})`,
    items: run.problems.map(({ project, code, message, remedy }) => ({
      name: named(project),
      lines: [`${printable(message)} (${code})`, `-> ${printable(remedy)}`],
    })),
  };
}

function lineItem(line: string): MessageItem {
  return { name: printable(line), lines: [] };
}
