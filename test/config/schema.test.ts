import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { configJsonSchema } from '../../lib/config/schema.ts';
import { MINIMAL, OF_THE_CONTRACT } from './examples.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const accepts = ajv.compile(configJsonSchema());

describe('the JSON Schema of the configuration', () => {
  test.each([
    ['the smallest file', MINIMAL],
    ["the contract's example", OF_THE_CONTRACT],
    [
      'a bucket',
      `${MINIMAL}store: { kind: s3, region: r, bucket: b, credential: { id: env:A, secret: file:b } }\n`,
    ],
    ['a Slack channel', `${MINIMAL}publish: [{ kind: slack, url: env:URL }]\n`],
    [
      'a mail',
      `${MINIMAL}publish: [{ kind: email, host: h, from: a@b.example, to: [{ name: n, address: a@b.example }] }]\n`,
    ],
  ])('takes %s', (_name, yaml) => {
    expect(accepts(parse(yaml)), JSON.stringify(accepts.errors)).toBe(true);
  });

  test.each([
    ['an unknown key', `${MINIMAL}owner: me\n`],
    ['no version', MINIMAL.replace('version: 1', '')],
    ['no projects', 'version: 1\n'],
    ['a literal credential', MINIMAL.replace('env:KEY_SECRET', 'hunter2')],
    ['a duration in words', `${MINIMAL}gracePeriod: 30m\n`],
    ['a language', `${MINIMAL}language: de\n`],
    ['a literal webhook address', `${MINIMAL}publish: [{ kind: slack, url: https://h.example/x }]\n`],
    ['a publisher that nobody knows', `${MINIMAL}publish: [{ kind: fax }]\n`],
    ['an ignore entry without an end', `${MINIMAL}ignore: [{ id: a, reason: b }]\n`],
    ['an unknown key of a cluster', `${MINIMAL}    clusters: [{ name: a, witnesses: none }]\n`],
  ])('refuses %s', (_name, yaml) => {
    expect(accepts(parse(yaml))).toBe(false);
  });
});
