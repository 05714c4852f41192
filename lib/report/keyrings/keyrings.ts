import type { KeyCount } from '../../signing/key-life.ts';
import { formatInstant } from '../../terms/instants.ts';
import { absurd } from '../../terms/words.ts';
import type { ProjectVerdicts } from '../../verdict/judged.ts';
import type { ReportedKey, ReportedKeyring } from '../report.ts';
import type { Language } from '../words/language.ts';
import type { KeyringTexts } from './texts.ts';
import { KEYRING_EN } from './texts-en.ts';
import { KEYRING_KO } from './texts-ko.ts';

/** What `keyring status --format json` writes. */
export interface KeyringReport {
  readonly schemaVersion: '1';
  /** ISO 8601 in UTC. */
  readonly asOf: string;
  readonly projects: readonly ProjectKeyrings[];
}

export interface ProjectKeyrings {
  readonly name: string;
  readonly complete: boolean;
  /** In words, to be read; `null`: there is none yet. */
  readonly scheme: string | null;
  readonly keyrings: readonly ReportedKeyring[];
}

export function keyringTexts(language: Language): KeyringTexts {
  switch (language) {
    case 'ko':
      return KEYRING_KO;
    case 'en':
      return KEYRING_EN;
    default:
      return absurd(language);
  }
}

/** The keyrings of one project with who still needs their keys. Key IDs only. */
export function reportedKeyrings(
  { keyrings, listed }: Pick<ProjectVerdicts, 'keyrings' | 'listed'>,
  language: Language,
): readonly ReportedKeyring[] {
  const texts = keyringTexts(language);
  const isListed = listed.instances !== undefined;
  return keyrings.map(({ clusters, isSound, status }) => ({
    clusters: clusters === 'all' ? null : [...clusters],
    sound: isSound,
    keep: status.keep.kind === 'keep',
    advice: texts.keep(status.keep),
    keys: [
      ...status.keys.map((key) =>
        reportedKey(key, key.role, isListed, {
          retirable: key.retirable.kind === 'yes',
          why: texts.retirable(key.retirable),
        }),
      ),
      ...status.missingKeys.map((key) =>
        reportedKey(key, 'missing', isListed, { retirable: false, why: texts.missing(key) }),
      ),
    ],
  }));
}

function reportedKey(
  { keyId, live, leftover, firstSeen, lastSeen }: KeyCount,
  role: ReportedKey['role'],
  isListed: boolean,
  life: Pick<ReportedKey, 'retirable' | 'why'>,
): ReportedKey {
  return {
    id: keyId,
    role,
    live: isListed ? live : null,
    leftover: isListed ? leftover : null,
    firstSeenAt: firstSeen === undefined ? null : formatInstant(firstSeen),
    lastSeenAt: lastSeen === undefined ? null : formatInstant(lastSeen),
    ...life,
  };
}
