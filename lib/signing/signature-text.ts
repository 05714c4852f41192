import { timingSafeEqual } from 'node:crypto';
import { absurd } from '../terms/words.ts';
import { type Algorithm, SIGNATURE_BYTES } from './algorithm.ts';
import type { SignatureText } from './scheme.ts';

type Written = Pick<SignatureText, 'encoding' | 'padded' | 'cut'>;

/** The texts that a signature may stand as in a description: one, or two where the alphabet is not known. */
export function signatureTexts(signature: string, { encoding, padded, cut }: Written): readonly string[] {
  const kept = cut?.unit === 'bytes' ? signature.slice(0, cut.length) : signature;
  const bytes = Buffer.from(kept, 'latin1');
  const shorten = (text: string) => (cut?.unit === 'characters' ? text.slice(0, cut.length) : text);
  const base64 = () => bytes.toString('base64');
  const fill = (text: string) => (padded ? text : text.replace(/=+$/, ''));
  const url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_');
  switch (encoding) {
    case 'hex':
      return [shorten(bytes.toString('hex'))];
    case 'hex-upper':
      return [shorten(bytes.toString('hex').toUpperCase())];
    case 'base64':
      return [shorten(fill(base64()))];
    case 'base64url':
      return [shorten(fill(url(base64())))];
    case 'base64-or-base64url':
      return [shorten(fill(base64())), shorten(fill(url(base64())))];
    default:
      return absurd(encoding);
  }
}

/** In constant time for texts of one length. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** How many bits of a signature stand in a description. */
export function signatureBits(algorithm: Algorithm, { encoding, cut }: Written): number {
  const whole = SIGNATURE_BYTES[algorithm] * 8;
  if (cut === undefined) return whole;
  const perCharacter = encoding === 'hex' || encoding === 'hex-upper' ? 4 : 6;
  return Math.min(whole, cut.length * (cut.unit === 'bytes' ? 8 : perCharacter));
}
