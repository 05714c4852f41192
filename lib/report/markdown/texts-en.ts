import { grouped } from '../words/printable.ts';
import type { MarkdownTexts } from './texts.ts';

export const markdownEn: MarkdownTexts = {
  columns: {
    name: 'Name',
    id: 'ID',
    what: 'What, created',
    owner: 'Owner',
    why: 'Why',
    next: 'Next step',
    perDay: 'Per day',
    lingering: 'Since its owner went',
  },
  unpriced: 'no price',
  more: (n) => `and ${grouped(n)} more`,
  cost: (perDay, perMonth, lingering) =>
    `Cost of the orphans: ${perDay} a day, ${perMonth} a month; ${lingering} since their owners went.`,
  withoutPrice: (n) =>
    n === 1
      ? 'One orphan has no price: the sums are “at least”.'
      : `${grouped(n)} orphans have no price: the sums are “at least”.`,
  unsure: (n) =>
    `${n === 1 ? 'One orphan is' : `${grouped(n)} orphans are`} counted as billed, though nobody knows whether that is so in ${n === 1 ? 'its state' : 'their states'}.`,
  missingPrices: (prices) => `The price book lacks: ${prices}.`,
  missingPrice: (price, n) => (n === 1 ? `${price} (1 orphan)` : `${price} (${grouped(n)} orphans)`),
  remedy: 'Remedy',
  notListed: (counts) => `Counted and not listed here: ${counts}.`,
  cut: (n, counts) =>
    `**Cut:** there was no room for ${grouped(n)} more (${counts}). \`--format json\` has them all.`,
  keyringUnsound: (projects) =>
    `**Unsound keyring** in ${projects}: a needed signing key is missing, or live instances contradict it. \`orphan-audit keyring status\` says which.`,
};
