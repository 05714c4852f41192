import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSettings } from '../../lib/config/load.ts';
import { MINIMAL, OF_THE_CONTRACT } from './examples.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(yaml: string) {
  const file = join(folder, 'orphan-audit.yaml');
  await writeFile(file, yaml);
  return loadSettings(file);
}

async function settingsOf(yaml: string) {
  const loaded = await load(yaml);
  if (loaded.kind === 'faulty') throw new Error(loaded.faults.map((fault) => fault.message).join('\n'));
  return loaded.settings;
}

/** Every fault as `line 5: found: remedy`, without the folder. */
async function faultsOf(yaml: string): Promise<readonly string[]> {
  const loaded = await load(yaml);
  if (loaded.kind === 'sound') return [];
  return loaded.faults.map((fault) => {
    expect(fault.code).toBe('config-invalid');
    return `${fault.message.replace(`${join(folder, 'orphan-audit.yaml')}`, '').trim()} → ${fault.remedy}`;
  });
}

describe('a sound configuration', () => {
  test('gets every default of the contract', async () => {
    const settings = await settingsOf(MINIMAL);
    expect(settings).toEqual({
      file: join(folder, 'orphan-audit.yaml'),
      timezone: 'Asia/Seoul',
      language: 'ko',
      store: { kind: 'directory', path: join(folder, '.orphan-audit') },
      thresholds: { gracePeriodMs: 30 * 60_000, deletionPeriodMs: 2 * 3_600_000, sightings: 2 },
      retryBudgetMs: 30_000,
      recordRetentionMs: 180 * 24 * 3600 * 1000,
      projects: [
        {
          name: 'shop-prod',
          region: 'kr-central-2',
          credential: { id: { kind: 'env', name: 'KEY_ID' }, secret: { kind: 'env', name: 'KEY_SECRET' } },
          endpoints: { iam: undefined, bcs: undefined, volume: undefined, kubernetesEngine: undefined },
          keyrings: [],
          signatureScheme: undefined,
          clusters: [],
          alert: {
            thresholds: { count: 1, perDay: undefined, lingering: undefined },
            growthShare: '0.2',
            remindMs: 7 * 24 * 3600 * 1000,
            reopenMs: 14 * 24 * 3600 * 1000,
            timezone: 'Asia/Seoul',
            quietHours: undefined,
            businessDays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
            holidays: [],
            allClear: 'never',
          },
        },
      ],
      prices: undefined,
      ignore: [],
      publish: [],
      publishHosts: [],
    });
  });

  test("is the contract's example, paths taken from the file and the rest said plainly", async () => {
    const settings = await settingsOf(OF_THE_CONTRACT);
    expect(settings.projects[0]?.clusters).toEqual([
      {
        name: 'shop',
        uid: undefined,
        deletedAt: undefined,
        witness: 'asked',
        kubeconfig: join(folder, 'shop.kubeconfig'),
        isInCluster: false,
        reason: undefined,
      },
      {
        name: 'batch',
        uid: undefined,
        deletedAt: undefined,
        witness: 'declared-none',
        kubeconfig: undefined,
        isInCluster: false,
        reason: 'no Karpenter, only managed node pools',
      },
      {
        name: 'shop-old',
        uid: '569dc30c-9e1f-4b52-8c5c-93d1d6d6a0f1',
        deletedAt: Date.parse('2026-11-01T00:00:00Z'),
        witness: 'asked',
        kubeconfig: undefined,
        isInCluster: false,
        reason: undefined,
      },
    ]);
    expect(settings.publish).toEqual([
      {
        kind: 'directory',
        path: join(folder, 'reports'),
        formats: ['json'],
        language: 'ko',
        takes: ['report', 'check'],
      },
    ]);
    expect(settings.ignore).toEqual([
      {
        id: '4f1c0b7e-55aa-4c0e-9f0e-0d3f6f5b8a11',
        reason: 'kept for the migration',
        until: Date.parse('2027-02-01T00:00:00+09:00'),
      },
    ]);
    expect(settings.prices).toBe(join(folder, 'prices.yaml'));
    expect(settings.projects[0]?.keyrings).toEqual([
      { source: { kind: 'file', path: join(folder, 'keyring.json') }, clusters: ['shop', 'shop-old'] },
    ]);
    expect(settings.projects[0]?.signatureScheme).toBe(join(folder, 'signature-scheme.json'));
  });

  test('takes a secret from a file beside it', async () => {
    const settings = await settingsOf(MINIMAL.replace('env:KEY_SECRET', 'file:./secret'));
    expect(settings.projects[0]?.credential.secret).toEqual({ kind: 'file', path: join(folder, 'secret') });
  });

  test.each([
    ['P1W', 7 * 86_400_000],
    ['P1DT2H', 26 * 3_600_000],
    ['PT90S', 90_000],
  ])('reads the duration %s', async (text, ms) => {
    expect((await settingsOf(`gracePeriod: ${text}\n${MINIMAL}`)).thresholds.gracePeriodMs).toBe(ms);
  });

  test.each([
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://localhost',
    'https://iam.example.com',
    'http://127.3.2.1/',
  ])('takes the endpoint %s', async (address) => {
    const settings = await settingsOf(`${MINIMAL}    endpoints: { iam: '${address}' }\n`);
    expect(settings.projects[0]?.endpoints.iam).toBe(address);
  });
});

const inProject = (yaml: string) => `${MINIMAL}    ${yaml}\n`;
const onTop = (yaml: string) => `${MINIMAL}${yaml}\n`;

const DURATION_REMEDY =
  'write an ISO 8601 duration of weeks, days, hours, minutes or seconds, such as PT30M; it must be longer than nothing';
const SECRET_REMEDY =
  'write env:NAME (an environment variable) or file:PATH (a file that holds nothing else); a literal value is refused';
const HTTPS_REMEDY =
  'use https: a token must not travel in clear (http is for 127.0.0.1, ::1 and localhost only)';

describe('a faulty configuration', () => {
  test.each([
    ['empty', '', ': the file is empty → write at least version and projects'],
    ['only a comment', '# nothing\n', ': the file is empty → write at least version and projects'],
    ['no mapping', 'hello', 'line 1: the file is "hello" → write a mapping with version and projects'],
    ['no version', MINIMAL.replace('version: 1\n', ''), 'line 1: version is missing → write version: 1'],
    [
      'another version',
      MINIMAL.replace('version: 1', 'version: 2'),
      'line 1: version is 2 → write version: 1',
    ],
    ['no projects', 'version: 1\n', 'line 1: projects is missing → write a list of projects'],
    [
      'an empty list of projects',
      'version: 1\nprojects: []\n',
      'line 2: projects is a list → name at least one project',
    ],
    [
      'a misspelt key',
      onTop('gracePeriode: PT1H'),
      'line 8: gracePeriode is not a known key → did you mean gracePeriod?',
    ],
    [
      'an unknown key',
      inProject('owner: me'),
      'line 8: projects[0].owner is not a known key → take it out; known here: name, region, credential, endpoints, keyrings, signatureScheme, clusters, alert',
    ],
    [
      'no zone',
      onTop('timezone: Seoul'),
      'line 8: timezone is "Seoul" → write an IANA time zone such as Asia/Seoul',
    ],
    ['a language', onTop('language: de'), 'line 8: language is "de" → write ko or en'],
    ['a duration in words', onTop('gracePeriod: 30m'), `line 8: gracePeriod is "30m" → ${DURATION_REMEDY}`],
    ['a duration of months', onTop('gracePeriod: P1M'), `line 8: gracePeriod is "P1M" → ${DURATION_REMEDY}`],
    ['no duration at all', onTop('gracePeriod: PT0S'), `line 8: gracePeriod is "PT0S" → ${DURATION_REMEDY}`],
    ['a number for a duration', onTop('gracePeriod: 30'), `line 8: gracePeriod is 30 → ${DURATION_REMEDY}`],
    ['no sighting', onTop('sightings: 0'), 'line 8: sightings is 0 → write a whole number, 1 or more'],
    [
      'half a sighting',
      onTop('sightings: 1.5'),
      'line 8: sightings is 1.5 → write a whole number, 1 or more',
    ],
    [
      'an empty key',
      onTop('ignore:'),
      'line 8: ignore is empty → write a list of entries, or leave the key out',
    ],
    [
      'a bucket without a credential',
      onTop('store: { kind: s3, region: kr-central-2, bucket: b }'),
      'line 8: store.credential is missing → write a mapping with id and secret',
    ],
    [
      'a store that nobody knows',
      onTop('store: { kind: floppy }'),
      'line 8: store.kind is "floppy" → write kind: directory with a path, or kind: s3 with region, bucket and credential',
    ],
    [
      'a bucket with a literal secret',
      onTop('store: { kind: s3, region: r, bucket: b, credential: { id: env:A, secret: hunter2 } }'),
      'line 8: store.credential.secret is a literal value (not shown) → write env:NAME (an environment variable) or file:PATH (a file that holds nothing else); a literal value is refused',
    ],
    [
      'a webhook address that is a secret, as a literal',
      onTop('publish: [{ kind: slack, url: https://hooks.example.com/T0/SECRET }]'),
      'line 8: publish[0].url is a literal value (not shown) → write env:NAME (an environment variable) or file:PATH (a file that holds nothing else); a literal value is refused',
    ],
    [
      'a project name with blanks',
      MINIMAL.replace('shop-prod', 'Shop Prod'),
      'line 3: projects[0].name is "Shop Prod" → write lower-case letters, digits, ".", "_" and "-", beginning with a letter or digit',
    ],
    [
      'a region that would leave the host name',
      MINIMAL.replace('kr-central-2', 'evil.example/'),
      'line 4: projects[0].region is "evil.example/" → write a region such as kr-central-2',
    ],
    [
      'a literal secret',
      MINIMAL.replace('env:KEY_SECRET', 'SECRET'),
      `line 7: projects[0].credential.secret is a literal value (not shown) → ${SECRET_REMEDY}`,
    ],
    [
      'a literal credential',
      'version: 1\nprojects:\n  - { name: a, region: kr-central-2, credential: SECRET }\n',
      'line 3: projects[0].credential is a literal value (not shown) → write a mapping of id and secret to env:NAME or file:PATH',
    ],
    [
      'an endpoint in clear',
      inProject('endpoints: { iam: http://iam.example.com }'),
      `line 8: projects[0].endpoints.iam is "http://iam.example.com" → ${HTTPS_REMEDY}`,
    ],
    [
      'an endpoint that only begins like loopback',
      inProject('endpoints: { iam: http://127.0.0.1.example.com }'),
      `line 8: projects[0].endpoints.iam is "http://127.0.0.1.example.com" → ${HTTPS_REMEDY}`,
    ],
    [
      'an endpoint with a password',
      inProject('endpoints: { bcs: https://me:SECRET@bcs.example.com }'),
      'line 8: projects[0].endpoints.bcs is "https://(not shown)@bcs.example.com" → take the user and password out of the address',
    ],
    [
      'an endpoint that is no address',
      inProject('endpoints: { bcs: bcs.example.com }'),
      'line 8: projects[0].endpoints.bcs is "bcs.example.com" → write an address such as https://bcs.kr-central-2.kakaocloud.com',
    ],
    [
      'witness none without a reason',
      inProject('clusters: [{ name: batch, witness: none }]'),
      'line 8: projects[0].clusters[0].reason is missing → say why no witness is asked: witness: none needs a reason',
    ],
    [
      'witness none with a kubeconfig',
      inProject('clusters: [{ name: batch, witness: none, reason: r, kubeconfig: k }]'),
      'line 8: projects[0].clusters[0].kubeconfig is "k" → take out either kubeconfig or witness: none; they exclude each other',
    ],
    [
      'a cluster that is asked in two ways',
      inProject('clusters: [{ name: mgmt, inCluster: true, kubeconfig: k }]'),
      'line 8: projects[0].clusters[0].inCluster is true → take out either inCluster or the kubeconfig or witness: none; they exclude each other',
    ],
    [
      'a cluster with a fault of its own, and a contradiction',
      inProject('clusters: [{ name: batch, witness: none, uid: abc, reason: r, kubeconfig: k }]'),
      'line 8: projects[0].clusters[0].uid is "abc" → write the UUID at the start of the Kubernetes API endpoint\'s host; the console\'s cluster ID is another',
      'line 8: projects[0].clusters[0].kubeconfig is "k" → take out either kubeconfig or witness: none; they exclude each other',
    ],
    [
      'a cluster ID of another form for a UID',
      inProject('clusters: [{ name: old, uid: abc }]'),
      'line 8: projects[0].clusters[0].uid is "abc" → write the UUID at the start of the Kubernetes API endpoint\'s host; the console\'s cluster ID is another',
    ],
    [
      'a deletion time without a zone',
      inProject(
        'clusters: [{ name: old, uid: 569dc30c-9e1f-4b52-8c5c-93d1d6d6a0f1, deletedAt: 2026-11-01T09:00:00 }]',
      ),
      'line 8: projects[0].clusters[0].deletedAt is "2026-11-01T09:00:00" → write a time with a zone, such as 2026-11-01T09:00:00+09:00',
    ],
    [
      'a deletion time of no cluster',
      inProject('clusters: [{ name: old, deletedAt: 2026-11-01T09:00:00Z }]'),
      'line 8: projects[0].clusters[0].uid is missing → deletedAt is about one cluster for ever, and names come back: give its uid too',
    ],
    [
      'a cluster twice',
      inProject('clusters: [{ name: a }, { name: a }]'),
      'line 8: projects[0].clusters[1].name is "a" → name each cluster once: another entry has this name already',
    ],
    [
      'an ignore entry without an end',
      onTop('ignore: [{ id: 4f1c, reason: r }]'),
      'line 8: ignore[0].until is missing → write the last day on which it holds, such as 2027-01-31',
    ],
    [
      'an ignore entry until a day that no calendar has',
      onTop('ignore: [{ id: 4f1c, reason: r, until: 2027-02-30 }]'),
      'line 8: ignore[0].until is "2027-02-30" → write the last day on which it holds, such as 2027-01-31',
    ],
    [
      'an ignore entry without an ID',
      onTop('ignore: [{ reason: r, until: 2027-01-31 }]'),
      'line 8: ignore[0].id is missing → write the ID of an instance or volume',
    ],
    [
      'an ignore entry without a reason',
      onTop("ignore: [{ id: 4f1c, reason: ' ', until: 2027-01-31 }]"),
      'line 8: ignore[0].reason is " " → say why it is ignored',
    ],
  ])('%s', async (_name, yaml, ...faults) => {
    expect(await faultsOf(yaml)).toEqual(faults);
  });

  test('tells all of its faults at once, in the order of the file', async () => {
    const second = '  - { name: shop-prod, region: KR, credential: { id: env:A, secret: SECRET } }\n';
    const faults = await faultsOf(`${MINIMAL}${second}sightings: no\nwhatever: 1\n`);
    expect(faults.map((fault) => fault.split(' → ')[0])).toEqual([
      'line 8: projects[1].region is "KR"',
      'line 8: projects[1].credential.secret is a literal value (not shown)',
      'line 8: projects[1].name is "shop-prod"',
      'line 9: sightings is "no"',
      'line 10: whatever is not a known key',
    ]);
  });

  test.each([
    ['a key twice', 'version: 1\nversion: 1\n', 'line 2: not sound YAML: Map keys must be unique'],
    ['a tab', 'projects:\n\t- a\n', 'line 2: not sound YAML: Tabs are not allowed as indentation'],
    ['two documents', 'a: 1\n---\nb: 2\n', 'line 2: not sound YAML: Source contains multiple documents'],
    ['an unknown tag', 'a: !SECRET x\n', 'line 1: not sound YAML: Unresolved tag'],
    [
      'an alias without an anchor',
      'a: *SECRET\n',
      ': not sound YAML: Unresolved alias (the anchor must be set before the alias)',
    ],
    [
      'a block header',
      'a: |SECRET\n',
      'line 1: not sound YAML: Block scalar header includes extra characters',
    ],
    ['a quote that does not end', 'a: "SECRET\n', 'line 2: not sound YAML: Missing closing "quote'],
    ['a wrong escape', 'a: "\\SECRET"\n', 'line 1: not sound YAML: Invalid escape sequence'],
  ])('that is not sound YAML: %s', async (_name, yaml, found) => {
    expect(await faultsOf(yaml)).toEqual([`${found} → correct the YAML`]);
  });

  test('never shows what may be a secret', async () => {
    const misplaced = [
      MINIMAL.replace('id: env:KEY_ID', 'HUNTER2:'),
      MINIMAL.replace('env:KEY_SECRET', 'file:'),
      MINIMAL.replace('env:KEY_SECRET', '[HUNTER2]'),
      MINIMAL.replace('env:KEY_SECRET', '{ HUNTER2: HUNTER2 }'),
      MINIMAL.replace('env:KEY_SECRET', 'env:HUNTER-2'),
    ];
    for (const yaml of misplaced) {
      const faults = await faultsOf(yaml);
      expect(faults.length).toBeGreaterThan(0);
      expect(faults.join('\n')).not.toMatch(/HUNTER-?2/);
    }
  });
});

describe('a file', () => {
  test('that is not there', async () => {
    const loaded = await loadSettings(join(folder, 'nothing.yaml'));
    expect(loaded.kind === 'faulty' && loaded.faults.map((fault) => [fault.code, fault.message])).toEqual([
      ['config-not-found', `there is no configuration file ${join(folder, 'nothing.yaml')}`],
    ]);
  });

  test('that is a folder', async () => {
    const loaded = await loadSettings(folder);
    expect(loaded.kind === 'faulty' && loaded.faults.map((fault) => [fault.code, fault.message])).toEqual([
      ['config-invalid', `the configuration file ${folder} cannot be read (EISDIR)`],
    ]);
  });
});
