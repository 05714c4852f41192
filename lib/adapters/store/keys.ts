import { AuditFailure } from '../../terms/failure.ts';

/**
 * Slash-separated, of `A-Z a-z 0-9 . _ -`. No segment begins with a dot: so there is no way up and out of the store,
 * and no key that is one of its hidden files.
 */
const KEY = /^(?!.*(?:^|\/)\.)[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/;

/** @throws AuditFailure with the given code when the text is no key. */
export function checkKey(place: string, key: string, code: 'store-unreadable' | 'store-unwritable'): void {
  if (!KEY.test(key)) throw notAKey(place, key, code);
}

/** A prefix is a key's beginning, up to and with a slash. @throws AuditFailure when the text is none. */
export function checkPrefix(place: string, prefix: string): void {
  if (!prefix.endsWith('/') || !KEY.test(prefix.slice(0, -1)))
    throw notAKey(place, prefix, 'store-unreadable');
}

function notAKey(place: string, text: string, code: 'store-unreadable' | 'store-unwritable'): AuditFailure {
  return new AuditFailure(
    code,
    `${JSON.stringify(text)} is no name for anything in the store ${place}`,
    'use names of A-Z a-z 0-9 . _ - only, which do not begin with a dot',
  );
}
