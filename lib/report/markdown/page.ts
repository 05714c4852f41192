import type { Texts } from '../words/texts.ts';
import { code } from './escape.ts';
import type { MarkdownTexts } from './texts.ts';

/** Where and in which words it is written. */
export interface MarkdownPage {
  readonly texts: Texts;
  readonly words: MarkdownTexts;
  readonly timezone: string;
  readonly hasSeveralProjects: boolean;
}

/** Names of projects, as code spans, and how many more there are. */
export function someOf({ words }: MarkdownPage, names: readonly string[], most: number): string {
  const shown = names
    .slice(0, most)
    .map((name) => code(name))
    .join(', ');
  return names.length <= most ? shown : `${shown} ${words.more(names.length - most)}`;
}
