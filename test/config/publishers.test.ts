import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSettings } from '../../lib/config/load.ts';
import { openPublishers, publisherFaults } from '../../lib/config/open-publishers.ts';
import type { Settings } from '../../lib/config/settings.ts';
import { targetFault } from '../../lib/config/targets.ts';
import { MINIMAL } from './examples.ts';

const folder = mkdtempSync(join(tmpdir(), 'orphan-audit-publishers-'));
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function load(...lines: readonly string[]) {
  files += 1;
  const file = join(folder, `${files}.yaml`);
  await writeFile(file, `${MINIMAL}${lines.join('\n')}\n`);
  return loadSettings(file);
}

async function settingsOf(...lines: readonly string[]): Promise<Settings> {
  const loaded = await load(...lines);
  if (loaded.kind === 'faulty') throw new AggregateError(loaded.faults, String(loaded.faults[0]));
  return loaded.settings;
}

const ALL = [
  'publishHosts: [hooks.slack.com, events.example.com, push.example.com]',
  'publish:',
  '  - { kind: directory, path: ./reports, formats: [json, html], takes: [report, alert] }',
  '  - { kind: s3, region: kr-central-2, bucket: reports, prefix: audit/, credential: { id: env:S3_ID, secret: env:S3_SECRET } }',
  '  - { kind: slack, url: env:SLACK_URL, language: en, link: https://reports.example.com/ }',
  '  - { kind: webhook, url: https://events.example.com/orphans, secret: env:HOOK_SECRET }',
  '  - { kind: email, host: mail.example.com, from: audit@example.com, to: [{ name: Ops, address: ops@example.com }] }',
  '  - { kind: prometheus, file: ./node/orphan-audit.prom }',
  '  - { kind: prometheus, gateway: https://push.example.com, labels: { instance: seoul } }',
];
const ENV = {
  S3_ID: 'id',
  S3_SECRET: 'hunter2',
  SLACK_URL: 'https://hooks.slack.com/services/T0/B0/hunter3',
  HOOK_SECRET: 'hunter4',
};
const around = (env: NodeJS.ProcessEnv) => ({ env, signal: undefined, deadline: undefined });

describe('the publishers of a configuration', () => {
  test('are all opened, in its order, with what each takes', async () => {
    const publishers = await openPublishers(await settingsOf(...ALL), around(ENV));
    expect(publishers.map(({ place, role, takes }) => [place, role, takes.join('+')])).toEqual([
      [join(folder, 'reports'), 'archive', 'report+alert'],
      ['https://objectstorage.kr-central-2.kakaocloud.com/reports/audit/', 'archive', 'report+check'],
      ['hooks.slack.com', 'messenger', 'report+alert+check'],
      ['events.example.com', 'messenger', 'report+alert+check'],
      ['mail.example.com:587 for ops@example.com', 'messenger', 'report+alert+check'],
      [join(folder, 'node', 'orphan-audit.prom'), 'messenger', 'report'],
      ['push.example.com', 'messenger', 'report'],
    ]);
    expect(new Set(publishers.map(({ id }) => id)).size).toBe(7);
    expect(JSON.stringify(publishers)).not.toContain('hunter');
  });

  test('of one target are told apart, and stay who they are when another one comes behind', async () => {
    const lines = ['ko', 'en'].map(
      (language) => `  - { kind: slack, url: env:SLACK_URL, language: ${language} }`,
    );
    const idsOf = async (...some: readonly string[]) => {
      const settings = await settingsOf('publishHosts: [hooks.slack.com]', 'publish:', ...some);
      return (await openPublishers(settings, around(ENV))).map(({ id }) => id);
    };
    const [first] = await idsOf(...lines.slice(0, 1));
    expect(await idsOf(...lines)).toEqual([first, `${first}-2`]);
  });

  test('tell every secret that is missing at once', async () => {
    const faults = await publisherFaults(await settingsOf(...ALL), { SLACK_URL: ' ' });
    expect(faults.map(({ code, message }) => [code, /variable (\w+)/.exec(message)?.[1]])).toEqual([
      ['credential-missing', 'S3_ID'],
      ['credential-missing', 'S3_SECRET'],
      ['credential-missing', 'SLACK_URL'],
      ['credential-missing', 'HOOK_SECRET'],
    ]);
  });

  test.each([
    [
      'https://evil.example/services/hunter3',
      'leads to the host evil.example, which publishHosts does not name',
    ],
    ['http://hooks.slack.com/services/hunter3', 'leads to hooks.slack.com'],
    ['hunter3', 'is no https address (not shown)'],
  ])('refuse the secret address %s, and do not show it', async (url, said) => {
    const faults = await publisherFaults(await settingsOf(...ALL), { ...ENV, SLACK_URL: url });
    expect(faults.map(({ code }) => code)).toEqual(['config-invalid']);
    expect(faults[0]?.message).toBe(
      `the url of publish[2] (slack), in the environment variable SLACK_URL, ${said}`,
    );
    expect(JSON.stringify(faults.map(({ message, remedy }) => message + remedy))).not.toContain('hunter');
  });
});

describe('a configuration is refused', () => {
  const CASES: readonly (readonly [string, string, string])[] = [
    [
      'whose webhook leads to a host that is not allowed',
      'publish: [{ kind: webhook, url: https://evil.example/x, secret: env:A }]',
      'publish[0].url leads to the host evil.example, which publishHosts does not name',
    ],
    [
      'whose Pushgateway does',
      'publish: [{ kind: prometheus, gateway: https://evil.example }]',
      'publish[0].gateway leads to the host evil.example, which publishHosts does not name',
    ],
    [
      'whose webhook has a secret in its address',
      'publish: [{ kind: webhook, url: "https://h.example/x?key=hunter2", secret: env:A }]',
      'publish[0].url is a literal value (not shown)',
    ],
    [
      'whose signature key is a literal',
      'publish: [{ kind: webhook, url: http://127.0.0.1:1/, secret: hunter2 }]',
      'publish[0].secret is a literal value (not shown)',
    ],
    [
      'that mails in clear to another machine',
      'publish: [{ kind: email, host: mail.example.com, tls: none, from: a@b.example, to: [a@b.example] }]',
      'publish[0].tls is "none"',
    ],
    [
      'that mails to two addresses in one',
      'publish: [{ kind: email, host: h.example, from: a@b.example, to: ["a@b.example, c@d.example"] }]',
      'publish[0].to[0] is "a@b.example, c@d.example"',
    ],
    [
      'whose address has a second header in it',
      'publish: [{ kind: email, host: h.example, from: a@b.example, to: ["a@b.example\\r\\nBcc: c@d.example"] }]',
      'publish[0].to[0] is "a@b.example\\r\\nBcc: c@d.example"',
    ],
    [
      'whose textfile is none',
      'publish: [{ kind: prometheus, file: ./x.txt }]',
      'publish[0].file is "./x.txt"',
    ],
    [
      'that has both ways to Prometheus',
      'publish: [{ kind: prometheus, file: a.prom, gateway: http://127.0.0.1:1 }]',
      'publish[0].file is "a.prom"',
    ],
    ['that has none', 'publish: [{ kind: prometheus }]', 'publish[0].file is missing'],
    [
      'with a key of another kind',
      'publish: [{ kind: webhook, url: http://127.0.0.1:1/, secret: env:A, formats: [json] }]',
      'publish[0].formats is not a known key',
    ],
    [
      'that takes nothing',
      'publish: [{ kind: directory, path: a, takes: [] }]',
      'publish[0].takes is a list',
    ],
    [
      'that allows an address instead of a host',
      'publishHosts: ["https://h.example"]',
      'publishHosts[0] is "https://h.example"',
    ],
  ];
  test.each(CASES)('%s', async (_, line, found) => {
    const loaded = await load(line);
    expect(loaded.kind).toBe('faulty');
    const faults = loaded.kind === 'faulty' ? loaded.faults : [];
    expect(faults.map(({ code }) => code)).toEqual(['config-invalid']);
    expect(faults[0]?.message).toContain(found);
    expect(JSON.stringify(faults.map(({ message, remedy }) => message + remedy))).not.toContain('hunter');
  });
});

test('a key that is not known is answered with those of its kind', async () => {
  const loaded = await load(
    'publish: [{ kind: webhook, url: http://127.0.0.1:1/, secret: env:A, colour: red }]',
  );
  expect(loaded.kind === 'faulty' ? loaded.faults[0]?.remedy : '').toBe(
    'take it out; known here: kind, url, secret, takes',
  );
});

describe('a target', () => {
  test.each([
    ['on this machine', 'http://127.0.0.1:9091/x', true],
    ['named', 'https://hooks.slack.com/x', true],
    ['named in capitals', 'https://HOOKS.slack.com/x', true],
    ['named, and in clear', 'http://hooks.slack.com/x', false],
    ['below a name', 'https://a.hooks.slack.com/x', false],
    ['that begins like a name', 'https://hooks.slack.com.evil.example/x', false],
    ['that has a name before the at sign', 'https://hooks.slack.com@evil.example/x', false],
    ['of another scheme', 'file:///etc/passwd', false],
    ['of no scheme', 'hooks.slack.com/x', false],
  ])('%s', (_, address, isAllowed) => {
    expect(targetFault(address, ['hooks.slack.com'], true) === undefined).toBe(isAllowed);
  });
});
