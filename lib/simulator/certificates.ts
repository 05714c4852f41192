import type { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

export interface LoopbackCertificate {
  readonly caCertificatePem: string;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** Wide enough for a simulator whose clock tells another time than the machine's. */
const VALIDITY = { notBefore: new Date('2000-01-01T00:00:00Z'), notAfter: new Date('2049-12-31T00:00:00Z') };

/** A certificate for 127.0.0.1 and localhost, by a CA that lives as long as this call. */
export async function loopbackCertificate(): Promise<LoopbackCertificate> {
  const caKeys = await newKeys();
  const ca = await X509CertificateGenerator.createSelfSigned({
    ...VALIDITY,
    serialNumber: '01',
    name: 'CN=orphan-audit simulator CA',
    keys: caKeys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create({
    ...VALIDITY,
    serialNumber: '02',
    subject: 'CN=localhost',
    issuer: ca.subject,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    caCertificatePem: ca.toString('pem'),
    certificatePem: certificate.toString('pem'),
    privateKeyPem: pem('PRIVATE KEY', pkcs8),
  };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
