import { AuditFailure } from '../terms/failure.ts';

export interface MailAddress {
  /** Shown beside the address; empty: nothing. */
  readonly name: string;
  readonly address: string;
}

/** One mailbox: no list, no comment, no quotes, and no line break, behind which other headers could follow. */
const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** A name in a header: one line. */
export function isMailName(text: string): boolean {
  return !/\p{C}/u.test(text);
}

/** @throws AuditFailure `config-invalid` */
export function checkMailAddress({ name, address }: MailAddress): void {
  if (isMailAddress(address) && isMailName(name)) return;
  const shown = JSON.stringify((isMailAddress(address) ? name : address).slice(0, 100));
  throw new AuditFailure(
    'config-invalid',
    `${shown} is no mail address, or no name beside one`,
    'write one address such as ops@example.com, and a name on one line',
  );
}
