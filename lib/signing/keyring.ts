import { createHmac, createPrivateKey, createSecretKey, type KeyObject, sign } from 'node:crypto';
import type { ClusterUid } from '../terms/ids.ts';
import { absurd } from '../terms/words.ts';
import type { Algorithm } from './algorithm.ts';

export const KEY_BYTES = 32;

/** Signs a text; the signature comes as one character a byte (`latin1`, also called `binary`), which is the fastest that Node gives it. */
export type Signer = (text: string) => string;

export type KeyRole = 'active' | 'retired';

/** An Ed25519 private key in PKCS #8 (RFC 8410) is these bytes and then its seed. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Signing keys by their IDs. The keys themselves are in nothing that can be printed, serialised or cloned: what shows
 * of a keyring are the IDs.
 */
export class Keyring {
  readonly activeKeyId: string;
  /** In the order of the file. */
  readonly keyIds: readonly string[];
  readonly #signers: ReadonlyMap<string, (algorithm: Algorithm) => Signer>;

  /** @param keys 32 bytes each, which the caller may wipe afterwards; the active key's ID is among them */
  constructor(activeKeyId: string, keys: ReadonlyMap<string, Uint8Array>) {
    this.activeKeyId = activeKeyId;
    this.keyIds = [...keys.keys()];
    this.#signers = new Map([...keys].map(([id, bytes]) => [id, signersOf(bytes)]));
  }

  /** `undefined`: the keyring lacks this key. */
  roleOf(keyId: string): KeyRole | undefined {
    if (!this.#signers.has(keyId)) return undefined;
    return keyId === this.activeKeyId ? 'active' : 'retired';
  }

  /** `undefined`: the keyring lacks this key. */
  signer(keyId: string, algorithm: Algorithm): Signer | undefined {
    return this.#signers.get(keyId)?.(algorithm);
  }

  toJSON(): object {
    return { activeKeyId: this.activeKeyId, keyIds: this.keyIds };
  }
}

/** Each signer is made when it is first asked for, and kept: that of Ed25519 costs as much as a signature. */
function signersOf(bytes: Uint8Array): (algorithm: Algorithm) => Signer {
  const secret = createSecretKey(bytes);
  const made = new Map<Algorithm, Signer>();
  return (algorithm) => {
    const signer = made.get(algorithm) ?? signerOf(secret, algorithm);
    made.set(algorithm, signer);
    return signer;
  };
}

function signerOf(secret: KeyObject, algorithm: Algorithm): Signer {
  switch (algorithm) {
    case 'hmac-sha256':
    case 'hmac-sha384':
    case 'hmac-sha512': {
      const hash = algorithm.slice('hmac-'.length);
      return (text) => createHmac(hash, secret).update(text).digest('binary');
    }
    case 'ed25519': {
      const key = ed25519KeyOf(secret.export());
      return (text) => sign(null, Buffer.from(text), key).toString('latin1');
    }
    default:
      return absurd(algorithm);
  }
}

function ed25519KeyOf(seed: Buffer): KeyObject {
  const pkcs8 = Buffer.concat([ED25519_PKCS8, seed]);
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  pkcs8.fill(0);
  seed.fill(0);
  return key;
}

/** `all`: every cluster of the project. */
export type ProvenClusters = 'all' | ReadonlySet<ClusterUid>;

/** A keyring with the clusters whose signatures it proves. Keyrings may share a key ID: each proves its own clusters only. */
export interface BoundKeyring {
  readonly keyring: Keyring;
  readonly clusters: ProvenClusters;
}
