import { createHmac } from 'node:crypto';

/**
 * How a description is signed. No public page says how the real provider does it; this one is the simulator's own,
 * and a test may try another.
 */
export interface SignatureScheme {
  readonly hash: 'sha256' | 'sha512';
  /** What is signed, from the description before `;s=` and the instance's name. */
  readonly message: (unsigned: string, name: string) => string;
  readonly encoding: 'base64url' | 'base64' | 'hex';
  /** How many characters of the encoded code are written. */
  readonly length: number;
}

/** 22 characters of base64url carry 128 bits, and the whole description stays within the cloud's 100 characters. */
export const SIMULATED_SCHEME: SignatureScheme = {
  hash: 'sha256',
  message: (unsigned, name) => `${unsigned}${name}`,
  encoding: 'base64url',
  length: 22,
};

export interface SigningKey {
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Uint8Array;
}

/** The description that the provider writes on one instance. */
export interface DescriptionParts {
  readonly clusterUid: string;
  readonly nodeClaim: string;
  readonly instanceName: string;
}

/** The cloud's limit (kakaocloud-api, "Descriptions"). */
export const DESCRIPTION_LIMIT = 100;

export function signDescription(
  parts: DescriptionParts,
  key: SigningKey,
  scheme: SignatureScheme = SIMULATED_SCHEME,
): string {
  const unsigned = `v=1;m=karpenter;c=${parts.clusterUid.replaceAll('-', '')};n=${parts.nodeClaim};k=${key.id}`;
  const code = createHmac(scheme.hash, key.bytes)
    .update(scheme.message(unsigned, parts.instanceName))
    .digest(scheme.encoding)
    .slice(0, scheme.length);
  const description = `${unsigned};s=${code}`;
  if (description.length > DESCRIPTION_LIMIT) {
    throw new RangeError(
      `the description of ${parts.instanceName} would have ${description.length} characters`,
    );
  }
  return description;
}
