import { KEY_BYTES } from './keyring.ts';

/** Why a text is no key; it never shows the text. */
export type KeyText =
  | { readonly kind: 'key'; readonly bytes: Buffer }
  | { readonly kind: 'no-key'; readonly why: string };

const HEX = /^[0-9A-Fa-f]*$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const BASE64URL = /^[A-Za-z0-9_-]*={0,2}$/;

const HEX_DIGITS = 2 * KEY_BYTES;
/** Without and with the one `=` that pads 32 bytes. */
const BASE64_LENGTHS: ReadonlySet<number> = new Set([43, 44]);

/**
 * Reads 32 bytes in hex, base64 or base64url, padded or not. The length decides: 64 hex digits are also good base64, of
 * 48 bytes, and 43 or 44 characters of base64 may all be hex digits.
 */
export function readKeyText(text: string): KeyText {
  if (text === '') return noKey('is empty');
  if (/\s/.test(text)) return noKey('has white space in it');
  if (text.length === HEX_DIGITS && HEX.test(text)) return { kind: 'key', bytes: Buffer.from(text, 'hex') };
  const isBase64 = BASE64.test(text);
  const isBase64Url = BASE64URL.test(text);
  if (!isBase64 && !isBase64Url) return noKey(whyNoText(text));
  const bytes = Buffer.from(text, 'base64');
  if (!BASE64_LENGTHS.has(text.length)) {
    const hex = HEX.test(text) && text.length % 2 === 0 ? `${text.length / 2} bytes in hex or ` : '';
    return noKey(`is ${hex}${bytes.length} bytes in base64, not ${KEY_BYTES}`);
  }
  if (bytes.length !== KEY_BYTES) return noKey(`is ${bytes.length} bytes in base64, not ${KEY_BYTES}`);
  const bare = text.replace(/=+$/, '');
  if (bytes.toString(isBase64 ? 'base64' : 'base64url').replace(/=+$/, '') !== bare) {
    return noKey(
      'is base64 that goes on in the middle of a byte: its last character is not the one that was written',
    );
  }
  return { kind: 'key', bytes };
}

function whyNoText(text: string): string {
  return /[+/]/.test(text) && /[-_]/.test(text)
    ? 'mixes the alphabets of base64 and base64url'
    : 'is neither base64, base64url nor hex';
}

function noKey(why: string): KeyText {
  return { kind: 'no-key', why };
}
