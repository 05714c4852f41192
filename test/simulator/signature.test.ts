import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SIMULATED_SCHEME, type SignatureScheme, signDescription } from '../../lib/simulator/signature.ts';

const KEY = { id: 'k2', bytes: new Uint8Array(32).fill(7) };
const PARTS = {
  clusterUid: '569dc30c-0f0e-4f0c-8f7a-3a4f6a1e2b10',
  nodeClaim: 'general-7k2lq',
  instanceName: 'karpenter-569dc30c-general-7k2lq',
};
const UNSIGNED = 'v=1;m=karpenter;c=569dc30c0f0e4f0c8f7a3a4f6a1e2b10;n=general-7k2lq;k=k2';

describe('a signed description', () => {
  it('holds the cluster, the NodeClaim, the key ID and an HMAC over them and the name', () => {
    const code = createHmac('sha256', KEY.bytes)
      .update(`${UNSIGNED}${PARTS.instanceName}`)
      .digest('base64url');
    expect(signDescription(PARTS, KEY)).toBe(`${UNSIGNED};s=${code.slice(0, 22)}`);
  });

  it.each([
    ['another hash', { hash: 'sha512' }],
    ['another encoding', { encoding: 'hex' }],
    ['another message', { message: (unsigned: string) => unsigned }],
  ] as const)('is another under %s', (_, change) => {
    const scheme: SignatureScheme = { ...SIMULATED_SCHEME, ...change };
    expect(signDescription(PARTS, KEY, scheme)).not.toBe(signDescription(PARTS, KEY));
    expect(signDescription(PARTS, KEY, scheme).slice(0, UNSIGNED.length)).toBe(UNSIGNED);
  });

  it('is another for another name or key', () => {
    const plain = signDescription(PARTS, KEY);
    expect(signDescription({ ...PARTS, instanceName: 'other' }, KEY)).not.toBe(plain);
    expect(signDescription(PARTS, { ...KEY, bytes: new Uint8Array(32) })).not.toBe(plain);
  });

  it('of exactly 100 characters is written, and one of 101 is not', () => {
    const name = (length: number) => ({ ...PARTS, nodeClaim: 'n'.repeat(length) });
    const spare = 100 - signDescription(name(1), KEY).length + 1;
    expect(signDescription(name(spare), KEY)).toHaveLength(100);
    expect(() => signDescription(name(spare + 1), KEY)).toThrow(/would have 101 characters/);
  });
});
