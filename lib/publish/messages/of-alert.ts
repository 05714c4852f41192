import { localTime } from '../../report/terminal/page.ts';
import { type Language, textsIn } from '../../report/words/language.ts';
import { digits } from '../../report/words/money.ts';
import { grouped, named } from '../../report/words/printable.ts';
import { nextStepKey, reasonKey } from '../../report/words/texts.ts';
import type { Alert, AlertItem } from '../alerts/alert.ts';
import { messageTextsIn } from './language.ts';
import type { Message, MessageFact, MessageItem, MessageOptions } from './message.ts';
import { costWords, moneyOf, moneyRange } from './money.ts';
import type { MessageTexts } from './texts.ts';

const CHANGES = ['new', 'grown', 'reminded', 'resolved'] as const satisfies readonly AlertItem['change'][];

/** What changed, the dearest first, and how things stand now. */
export function alertMessage(
  alert: Alert,
  { language, timezone }: MessageOptions,
  link: string | null,
): Message {
  const words = messageTextsIn(language);
  const time = (iso: string) => `${localTime(iso, timezone)}`;
  const groups = CHANGES.map((change) => ({
    change,
    items: alert.items.filter((item) => item.change === change),
  })).filter(({ items }) => items.length > 0);
  const changes = groups.map(({ change, items }) => words.changes[change](items.length)).join(', ');
  const lead = words.alertLead[alert.kind];
  const isUnread = !alert.complete && alert.kind !== 'no-all-clear';
  return {
    title: words.alertTitle[alert.kind](named(alert.project), changes, alert.totals.count),
    tone: toneOf(alert),
    lead: [...(lead === undefined ? [] : [lead]), ...(isUnread ? [words.alertIncomplete] : [])],
    facts: factsOf(alert, words, (iso) => `${time(iso)} (${timezone})`),
    sections: groups.map(({ change, items }) => ({
      heading: alert.kind === 'first-run' ? words.count(items.length) : words.changes[change](items.length),
      items: items.map((item) => itemOf(item, language, time)),
    })),
    link,
    footer: `${words.alert(named(alert.id))}, ${words.run(named(alert.runId))}. ${words.neverDeletes}`,
  };
}

function toneOf({ kind, items, totals }: Alert): Message['tone'] {
  if (kind === 'no-all-clear') return 'caution';
  const isNews = items.some(({ change }) => change !== 'resolved');
  return isNews || (kind === 'first-run' && totals.count > 0) ? 'alarm' : 'calm';
}

function factsOf(alert: Alert, words: MessageTexts, time: (iso: string) => string): readonly MessageFact[] {
  const { totals, growth, lastCompleteAt, waitedSince } = alert;
  const { currency, unpriced, otherCurrencies } = totals;
  const all = currency === null ? [] : [{ ...totals, currency }, ...otherCurrencies];
  const least = (texts: readonly string[]) =>
    unpriced > 0 ? words.atLeast(texts.join(' + ')) : texts.join(' + ');
  const grown = [
    ...(growth?.count ? [words.fromTo(grouped(growth.count.from), words.count(growth.count.to))] : []),
    ...(growth?.perDay ?? []).map((one) =>
      words.costsPerDay(words.fromTo(digits(one.from, one.currency), moneyOf(one.to, one.currency))),
    ),
  ];
  return [
    { label: words.open, value: words.count(totals.count) },
    { label: words.asOf, value: time(alert.asOf) },
    ...(all.length === 0
      ? []
      : [
          { label: words.perDay, value: least(all.map((one) => moneyOf(one.perDay, one.currency))) },
          {
            label: words.lingering,
            value: least(all.map((one) => moneyRange(words, one.lingering, one.currency))),
          },
        ]),
    ...(unpriced > 0 ? [{ label: words.unpriced, value: grouped(unpriced) }] : []),
    ...(grown.length > 0 ? [{ label: words.grown, value: grown.join(', ') }] : []),
    ...(alert.complete
      ? []
      : [{ label: words.lastComplete, value: lastCompleteAt === null ? words.never : time(lastCompleteAt) }]),
    ...(waitedSince === null ? [] : [{ label: words.waited, value: time(waitedSince) }]),
  ];
}

function itemOf(item: AlertItem, language: Language, time: (iso: string) => string): MessageItem {
  const texts = textsIn(language);
  const words = messageTextsIn(language);
  const { resource, reason, nextStep, currency, perDayBefore, resolvedBefore, resolution } = item;
  const before =
    currency !== null && perDayBefore !== null ? `; ${words.before(moneyOf(perDayBefore, currency))}` : '';
  // Only of orphans are there alerts.
  const step =
    nextStep === null ? undefined : texts.nextSteps[nextStepKey(nextStep, resource.kind, 'orphan')];
  const clause = reason === null ? undefined : texts.reasons[reasonKey(reason, 'orphan')].clause;
  return {
    name: resource.name === '' ? texts.page.noName : named(resource.name),
    lines: [
      `${texts.page.kinds[resource.kind]} ${named(resource.id)} (${named(resource.region)})`,
      ...(resolution === null
        ? [
            ...(clause === undefined ? [] : [clause]),
            costWords(words, item) + before,
            resolvedBefore === null
              ? words.openSince(time(item.openedAt))
              : words.cameBack(time(resolvedBefore)),
            ...(step === undefined ? [] : [`-> ${step.short}`]),
          ]
        : [`${words.resolvedHow[resolution.how]} (${time(resolution.at)})`, costWords(words, item)]),
    ],
  };
}
