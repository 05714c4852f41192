import type { Language } from '../../report/words/language.ts';

/**
 * What a publication says to people, before a medium has given it its form. Names from outside are harmless for one line
 * of plain text (`printable`), and no more than that: whoever writes markup escapes them.
 */
export interface Message {
  readonly title: string;
  /** `alarm`: something was found. `caution`: something could not be read. */
  readonly tone: 'calm' | 'caution' | 'alarm';
  readonly lead: readonly string[];
  readonly facts: readonly MessageFact[];
  readonly sections: readonly MessageSection[];
  /** Where the rest is: an address, or a place that is none; `null`: nowhere. */
  readonly link: string | null;
  /** By which a repetition is known. */
  readonly footer: string;
}

export interface MessageFact {
  readonly label: string;
  readonly value: string;
}

export interface MessageSection {
  readonly heading: string;
  readonly items: readonly MessageItem[];
}

export interface MessageItem {
  readonly name: string;
  readonly lines: readonly string[];
}

export interface MessageOptions {
  readonly language: Language;
  /** IANA zone for the times. */
  readonly timezone: string;
  /**
   * Where reports are read. One that ends in a slash goes before the stored report's file name; any other is the address
   * itself. `undefined`: where the report is stored.
   */
  readonly link: string | undefined;
}
