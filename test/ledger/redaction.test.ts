import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectWithoutSecrets, REDACTED, redactedText, withoutSecrets } from '../../lib/ledger/redaction.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const PEM = '-----BEGIN PRIVATE KEY-----\nMIIBVgIBADANBgkq\n-----END PRIVATE KEY-----';
/** 32 bytes, as a keyring holds them; made up. */
const KEY = base64('\x01\x7f\xa0ABCDEFGHIJKLMNOPQRSTUVWXYZ\xff\x02');
const UUID = '569dc30c-1f2e-4d3c-8b4a-5c6d7e8f9a0b';

describe('a value is taken out', () => {
  it.each<[string, unknown, string[]]>([
    ['under userData', { spec: { userData: 'x' } }, ['spec.userData']],
    ['under user-data', { 'user-data': 'x' }, ['user-data']],
    ['under USER_DATA', { USER_DATA: 'x' }, ['USER_DATA']],
    [
      'under a name with token',
      { metadata: { annotations: { 'example.com/api-token': 'x' } } },
      ['metadata.annotations["example.com/api-token"]'],
    ],
    ['under password', { a: [{ password: 'x' }] }, ['a[0].password']],
    ['under credentials, whatever it holds', { credentials: { id: 'x', list: [1] } }, ['credentials']],
    ['under keys', { keys: { a: 'x' }, activeKeyID: 'a' }, ['keys']],
    ['under privateKey, if it is a number', { privateKey: 12345 }, ['privateKey']],
    ['of an environment variable', { env: [{ name: 'COLOUR', value: 'blue' }] }, ['env[0].value']],
    [
      'of an environment variable, by reference',
      { env: [{ name: 'A', valueFrom: { fieldRef: 'x' } }] },
      ['env[0].valueFrom'],
    ],
    ['of an environment as an object', { environment: { COLOUR: 'blue' } }, ['environment.COLOUR']],
    ['of an environment that is a text', { env: 'A=b' }, ['env']],
    ['beside a secret name', { items: [{ name: 'DB_PASSWORD', value: 'x' }] }, ['items[0].value']],
    ['beside a secret key', { items: [{ key: 'api-token', values: ['x'] }] }, ['items[0].values']],
    ['behind a flag', { args: ['--client-secret', 'abc', '--verbose'] }, ['args[1]']],
    ['in a flag', { args: ['--token=abc'] }, ['args[0]']],
    [
      'that is a copy of the whole object',
      { metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' } } },
      ['metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"]'],
    ],
    ['that is JSON with a secret', { note: '{"a":{"password":"x"}}' }, ['note']],
    ['that is a PEM block', { ca: PEM }, ['ca']],
    ['that is base64 of a PEM block', { ca: base64(PEM) }, ['ca']],
    ['that is base64 in lines', { ca: base64(PEM.repeat(3)).replaceAll(/(.{64})/g, '$1\n') }, ['ca']],
    ['that is a signing key', { x: KEY }, ['x']],
    ['that is a signing key in hex', { x: 'ab'.repeat(32) }, ['x']],
    ['that is a script', { x: '#!/bin/sh\necho hello' }, ['x']],
    ['that is a cloud-config', { x: '#cloud-config\nusers: []' }, ['x']],
    ['that is base64 of a cloud-config', { x: base64('#cloud-config\nusers: []\n') }, ['x']],
    ['that is a JSON Web Token', { x: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln' }, ['x']],
  ])('%s', (_, object, paths) => {
    const redacted = withoutSecrets(object);
    expect(redacted.paths).toEqual(paths);
    expect(JSON.stringify(redacted.value)).toContain(REDACTED);
    expect(withoutSecrets(redacted.value)).toEqual(redacted);
  });

  it('and nothing else', () => {
    const object = {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodeClaim',
      metadata: {
        name: 'general-purpose-with-a-rather-long-name-x7k2p',
        uid: UUID,
        annotations: { 'karpenter.sh/nodepool-hash': '12393960163388511505' },
        labels: { 'karpenter.sh/nodepool': 'general', 'topology.kubernetes.io/zone': 'kr-central-2-a' },
        finalizers: ['karpenter.sh/termination'],
      },
      spec: {
        requirements: [{ key: 'node.kubernetes.io/instance-type', operator: 'In', values: ['m2a.large'] }],
        taints: [{ key: 'CriticalAddonsOnly', effect: 'NoSchedule' }],
        nodeClassRef: { group: 'karpenter.kakaocloud.com', kind: 'KCNodeClass', name: 'default' },
        resources: { requests: { cpu: '2', memory: '4Gi' } },
        automountServiceAccountToken: false,
        tokens: null,
      },
      status: {
        providerID: `kakaocloud:///kr-central-2-a/${UUID.toUpperCase()}`,
        imageID: 'registry.example/controller:1.2.3@sha256:'.concat('0a'.repeat(32)),
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-06-02T01:00:05Z' }],
        capacity: 17,
      },
    };
    expect(withoutSecrets(object)).toEqual({ value: object, paths: [] });
  });

  it('and the name beside it stays', () => {
    expect(objectWithoutSecrets({ env: [{ name: 'COLOUR', value: 'blue' }] }).value).toEqual({
      env: [{ name: 'COLOUR', value: REDACTED }],
    });
  });

  it('and it is told again of what was taken out before', () => {
    expect(withoutSecrets({ a: { b: `see ${REDACTED}` } }).paths).toEqual(['a.b']);
  });
});

describe('of a message', () => {
  it.each([
    ['token=abc123, then more', `token=${REDACTED}, then more`],
    ['password: "two words" given', `password: ${REDACTED} given`],
    ['Authorization: Bearer abcdefghijk', `Authorization: Bearer ${REDACTED}`],
    ['sent authorization: Basic dXNlcjpwYXNz now', `sent authorization: Basic ${REDACTED} now`],
    ['GET https://user:pass@registry.example/v2', `GET https://${REDACTED}@registry.example/v2`],
    ['ran with --api-token abc', `ran with --api-token ${REDACTED}`],
    [`key ${KEY} was refused`, `key ${REDACTED} was refused`],
    [`begins ${PEM} ends`, `begins ${REDACTED} ends`],
    ['cut off -----BEGIN PRIVATE KEY-----\nMIIBVg', `cut off ${REDACTED}`],
    ['pushed with ghp_abcdefghijklmnop', `pushed with ${REDACTED}`],
    ['Failed to schedule pod, no instance type satisfied 3 requirements', undefined],
    ['the signature of the instance does not match the active key k2026', undefined],
    [`instance ${UUID} (kakaocloud:///kr-central-2-a/${UUID}) not found`, undefined],
    ['basic information', undefined],
    ['노드를 만들 수 없습니다', undefined],
  ])('%j only what is secret goes', (text, left) => {
    expect(redactedText(text, 'message')).toEqual({
      value: left ?? text,
      paths: left === undefined ? [] : ['message'],
    });
    expect(redactedText(left ?? text, 'message').value).toBe(left ?? text);
  });
});

describe('whatever the object', () => {
  const SECRET = 'correct-horse-battery-staple';
  const secretField = fc.constantFrom('userData', 'password', 'apiToken', 'clientSecret', 'private_key');
  const wrapped = (value: unknown): unknown[] => [
    value,
    [value],
    { a: value },
    { spec: [{ b: value }] },
    { 'x/y': { z: [value, 1] } },
  ];

  it('a value under a secret name is nowhere in what is left, and its path is told', () => {
    fc.assert(
      fc.property(secretField, fc.jsonValue(), fc.nat(4), (field, rest, nth) => {
        const object = { rest, found: wrapped({ [field]: SECRET })[nth] };
        const { value, paths } = withoutSecrets(object);
        expect(JSON.stringify(value)).not.toContain(SECRET);
        expect(paths.some((path) => path.endsWith(field))).toBe(true);
        expect(paths.join()).not.toContain(SECRET);
      }),
    );
  });

  it('twice is as once', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (object) => {
        const once = withoutSecrets(object);
        expect(withoutSecrets(once.value)).toEqual(once);
      }),
    );
  });
});
