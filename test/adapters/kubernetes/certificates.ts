import type { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  BasicConstraintsExtension,
  type JsonGeneralName,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

export interface Authority {
  readonly certificate: string;
  /** `names` are hosts and IP addresses; the common name is what a client certificate is known by. */
  issue(commonName: string, names?: readonly string[]): Promise<KeyPair>;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const VALIDITY = { notBefore: new Date('2000-01-01T00:00:00Z'), notAfter: new Date('2049-12-31T00:00:00Z') };

/** A certificate authority that no system trusts. */
export async function authority(name: string): Promise<Authority> {
  const keys = await newKeys();
  const ca = await X509CertificateGenerator.createSelfSigned({
    ...VALIDITY,
    name: `CN=${name}`,
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  return {
    certificate: ca.toString('pem'),
    async issue(commonName, names = []) {
      const own = await newKeys();
      const certificate = await X509CertificateGenerator.create({
        ...VALIDITY,
        subject: `CN=${commonName}`,
        issuer: ca.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        extensions: names.length === 0 ? [] : [new SubjectAlternativeNameExtension(names.map(generalName))],
      });
      return { certificate: certificate.toString('pem'), key: await pem(own.privateKey) };
    },
  };
}

function generalName(value: string): JsonGeneralName {
  return { type: isIP(value) === 0 ? 'dns' : 'ip', value };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function pem(key: webcrypto.CryptoKey): Promise<string> {
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${pkcs8.replaceAll(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
}
