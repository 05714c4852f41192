import { ALGORITHMS, type Algorithm, SIGNATURE_BYTES } from './algorithm.ts';
import { LEAST_SAMPLES } from './calibration.ts';
import { fieldOf } from './description.ts';
import { mostCommon, type Sample, sampleFact } from './samples.ts';
import { type Cut, FACTS, MARKER, type SignatureText } from './scheme.ts';
import { LEAST_SIGNATURE_BITS } from './scheme-text.ts';

/** A field that may hold the signature, read in every way that its characters and its length allow. */
export interface SignatureField {
  readonly field: string;
  /** Those in which it is as long as in most. */
  readonly samples: readonly Sample[];
  /** As it stands in each of the samples. */
  readonly written: readonly string[];
  /** The whole bytes of the signature that each of the samples shows, one character a byte. */
  readonly bytes: readonly string[];
  readonly forms: readonly SignatureForm[];
}

/** How a signature may have been made into the text that stands there. */
export interface SignatureForm {
  readonly algorithm: Algorithm;
  readonly text: SignatureText;
}

/** The likeliest first: a long one before a short one, and of two the later. */
export function signatureFields(samples: readonly Sample[]): readonly SignatureField[] {
  const keys = samples[0]?.description.fields.map(({ key }) => key) ?? [];
  return keys
    .filter((key) => !MARKER.some(({ field }) => field === key))
    .reverse()
    .flatMap((key) => signatureField(key, samples) ?? [])
    .sort((a, b) => (b.written[0]?.length ?? 0) - (a.written[0]?.length ?? 0));
}

function signatureField(field: string, all: readonly Sample[]): SignatureField | undefined {
  const valueIn = ({ description }: Sample) => fieldOf(description, field)?.value ?? '';
  const length = mostCommon(all.map((sample) => valueIn(sample).length));
  const samples = all.filter((sample) => valueIn(sample).length === length);
  const written = samples.map(valueIn);
  // What is the same for different instances signs nothing of them.
  const names = new Set(samples.map(({ instance }) => instance.name));
  if (samples.length < LEAST_SAMPLES || new Set(written).size < names.size) return undefined;
  if (samples.some((sample) => FACTS.some((fact) => sampleFact(sample, fact) === valueIn(sample))))
    return undefined;
  const alphabet = alphabetOf(written);
  if (alphabet === undefined) return undefined;
  const forms = ALGORITHMS.flatMap((algorithm) => formsOf(algorithm, field, written, alphabet));
  return forms.length === 0
    ? undefined
    : { field, samples, written, bytes: written.map(alphabet.bytes), forms };
}

interface Alphabet extends Pick<SignatureText, 'encoding' | 'padded'> {
  readonly bytes: (text: string) => string;
}

/** Hex goes first: that base64 shows hex digits only is chance beyond belief in texts of this length. */
function alphabetOf(texts: readonly string[]): Alphabet | undefined {
  const all = texts.join('');
  if (/^[0-9a-f]+$/.test(all)) return { encoding: 'hex', padded: false, bytes: fromHex };
  if (/^[0-9A-F]+$/.test(all)) return { encoding: 'hex-upper', padded: false, bytes: fromHex };
  if (!texts.every((text) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(text))) return undefined;
  const padded = all.includes('=');
  const [isPlain, isUrl] = [/[+/]/.test(all), /[-_]/.test(all)];
  if (isPlain && isUrl) return undefined;
  const either = isPlain ? 'base64' : 'base64-or-base64url';
  return { encoding: isUrl ? 'base64url' : either, padded, bytes: fromBase64 };
}

function fromHex(text: string): string {
  return Buffer.from(text.slice(0, text.length - (text.length % 2)), 'hex').toString('latin1');
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('latin1');
}

function formsOf(
  algorithm: Algorithm,
  field: string,
  texts: readonly string[],
  alphabet: Alphabet,
): readonly SignatureForm[] {
  const { encoding, padded } = alphabet;
  const length = texts[0]?.length ?? 0;
  const form = (cut: Cut | undefined): SignatureForm => ({
    algorithm,
    text: { field, encoding, padded, cut },
  });
  const whole = SIGNATURE_BYTES[algorithm];
  const isHex = encoding === 'hex' || encoding === 'hex-upper';
  const lengthOf = (bytes: number) => {
    if (isHex) return 2 * bytes;
    return padded ? 4 * Math.ceil(bytes / 3) : Math.ceil((bytes * 4) / 3);
  };
  const shown = alphabet.bytes(texts[0] ?? '').length;
  if (shown * 8 < LEAST_SIGNATURE_BITS) return [];
  if (length === lengthOf(whole)) return shown === whole ? [form(undefined)] : [];
  // Nobody cuts a signature that can only be verified whole.
  if (algorithm === 'ed25519' || shown > whole || length > lengthOf(whole)) return [];
  const byBytes = length === lengthOf(shown) ? [form({ unit: 'bytes', length: shown })] : [];
  // Where a character ends with a byte, both ways of cutting give the same text.
  const isOnByte = isHex ? length % 2 === 0 : padded || length % 4 === 0;
  return isOnByte ? byBytes : [...byBytes, form({ unit: 'characters', length })];
}
