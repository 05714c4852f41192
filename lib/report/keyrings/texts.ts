import type { KeepKeyring, KeyCount, Retirable } from '../../signing/key-life.ts';
import type { KeyringSeen } from '../../verdict/judged.ts';
import type { ReportedKey } from '../report.ts';

/** What is said of keyrings, in one language. */
export interface KeyringTexts {
  readonly retirable: (retirable: Retirable) => string;
  readonly missing: (key: KeyCount) => string;
  readonly keep: (keep: KeepKeyring) => string;
  readonly roles: Readonly<Record<ReportedKey['role'], string>>;
  readonly clusters: (clusters: KeyringSeen['clusters']) => string;
  readonly sound: string;
  readonly unsound: string;
  readonly noKeyring: string;
  /** There are keyrings, and the project could not be looked at. */
  readonly notRead: string;
  readonly noScheme: string;
  readonly scheme: (formula: string) => string;
  readonly seen: (first: string, last: string) => string;
  readonly neverSeen: string;
  readonly carriers: (live: number, leftover: number) => string;
  readonly notListed: string;
}
