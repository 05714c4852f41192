/** How a description may be signed. Ed25519 takes the key as its seed, and signs the same text the same way every time. */
export const ALGORITHMS = ['hmac-sha256', 'hmac-sha384', 'hmac-sha512', 'ed25519'] as const;

export type Algorithm = (typeof ALGORITHMS)[number];

/** The whole signature, before anything is cut off. */
export const SIGNATURE_BYTES: Readonly<Record<Algorithm, number>> = {
  'hmac-sha256': 32,
  'hmac-sha384': 48,
  'hmac-sha512': 64,
  ed25519: 64,
};
