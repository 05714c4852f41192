import type { ReportedKey, ReportedKeyring } from '../report.ts';
import { paragraph, wrap } from '../terminal/layout.ts';
import { ink, localTime, type Page } from '../terminal/page.ts';
import type { Language } from '../words/language.ts';
import { named } from '../words/printable.ts';
import { keyringTexts } from './keyrings.ts';

export interface KeyringPage extends Page {
  readonly language: Language;
  /** IANA name. */
  readonly timezone: string;
}

/** One keyring for a person at a terminal: its keys, who carries them, and whether it is still needed. */
export function keyringLines(
  page: KeyringPage,
  project: string,
  { clusters, sound, keys, keep, advice }: ReportedKeyring,
): readonly string[] {
  const { columns, language } = page;
  const texts = keyringTexts(language);
  const title = `keyring ${named(project)} (${texts.clusters(clusters ?? 'all')}): ${sound ? texts.sound : texts.unsound}`;
  return [
    ...ink(page, sound ? 'strong' : 'alarm', wrap(title, columns)),
    ...keys.flatMap((key) => keyLines(page, key)),
    ...ink(page, keep ? 'plain' : 'calm', paragraph('  ', advice, columns)),
  ];
}

function keyLines(page: KeyringPage, key: ReportedKey): readonly string[] {
  const { columns, language, timezone } = page;
  const texts = keyringTexts(language);
  const { live, leftover, firstSeenAt, lastSeenAt, role } = key;
  const counts = live === null || leftover === null ? texts.notListed : texts.carriers(live, leftover);
  const seen =
    firstSeenAt === null || lastSeenAt === null
      ? texts.neverSeen
      : texts.seen(localTime(firstSeenAt, timezone), localTime(lastSeenAt, timezone));
  return [
    ...ink(
      page,
      role === 'missing' ? 'alarm' : 'plain',
      paragraph('  ', `${named(key.id)} (${texts.roles[role]}): ${counts}; ${seen}`, columns),
    ),
    ...ink(page, 'faint', paragraph('    ', key.why, columns)),
  ];
}
