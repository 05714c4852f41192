import { absurd } from '../../terms/words.ts';
import type { Language } from '../words/language.ts';

/** What a charge was for, in one line. */
export interface FocusWords {
  readonly instance: (flavor: string, reason: string) => string;
  readonly volume: (volumeType: string, sizeGiB: number, reason: string) => string;
}

const EN: FocusWords = {
  instance: (flavor, reason) =>
    `Instance ${flavor} that Karpenter left without an owner (${reason}): what it has cost since then, at least`,
  volume: (volumeType, sizeGiB, reason) =>
    `Volume ${volumeType} of ${sizeGiB} GiB that Karpenter left without an owner (${reason}): what it has cost since then, at least`,
};

const KO: FocusWords = {
  instance: (flavor, reason) =>
    `Karpenter가 소유자 없이 남긴 인스턴스 ${flavor} (${reason}): 그 뒤로 발생한 최소 비용`,
  volume: (volumeType, sizeGiB, reason) =>
    `Karpenter가 소유자 없이 남긴 볼륨 ${volumeType} ${sizeGiB} GiB (${reason}): 그 뒤로 발생한 최소 비용`,
};

export function focusWordsIn(language: Language): FocusWords {
  switch (language) {
    case 'en':
      return EN;
    case 'ko':
      return KO;
    default:
      return absurd(language);
  }
}
