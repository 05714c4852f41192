import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINIMAL, OF_THE_CONTRACT } from '../config/examples.ts';
import { type } from './terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'orphan-audit-bad-input-'));
const at = (name: string) => join(folder, name);

const LOOPBACK = `    endpoints: { iam: 'http://127.0.0.1:9', bcs: 'http://127.0.0.1:9', volume: 'http://127.0.0.1:9', kubernetes-engine: 'http://127.0.0.1:9' }\n`;
const FILES: Readonly<Record<string, string>> = {
  'sound.yaml': MINIMAL,
  'two.yaml': `${MINIMAL}  - { name: shop-stage, region: kr-central-2, credential: { id: env:KEY_ID, secret: env:KEY_SECRET } }\n`,
  'faulty.yaml': `${MINIMAL}sightings: 0\nlanguage: de\n`,
  'literal.yaml': MINIMAL.replace('env:KEY_SECRET', 'hunter2'),
  'in-clear.yaml': `${MINIMAL}    endpoints: { iam: http://iam.example.com }\n`,
  'file.yaml': MINIMAL.replace('env:KEY_SECRET', 'file:./nothing'),
  'kubeconfig.yaml': `${MINIMAL}    clusters: [{ name: shop, kubeconfig: ./nothing }]\n`,
  'nobody-there.yaml': `${MINIMAL}${LOOPBACK}`,
  'contract.yaml': OF_THE_CONTRACT,
  'table.txt': 'NODECLAIM   PROVIDER_ID\ngeneral-7k2lq\n',
};
const ENV = { KEY_ID: 'id', KEY_SECRET: 'hunter2' };
const UID = '569dc30c-9e1f-4b52-8c5c-93d1d6d6a0f1';

beforeAll(async () => {
  await Promise.all(Object.entries(FILES).map(([name, text]) => writeFile(at(name), text)));
});
afterAll(() => rm(folder, { recursive: true }));

const sound = ['--config', at('sound.yaml')];
const NOW_REMEDY =
  'a time ahead would make young resources look old; only a rehearsal, with every endpoint on this machine, may name one';
const UID_REMEDY =
  "give the UUID at the start of the Kubernetes API endpoint's host; the console's cluster ID is another";

interface BadInput {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** All of standard error. */
  readonly says: readonly string[];
  readonly status?: number;
}

const TABLE: readonly BadInput[] = [
  {
    name: 'an unknown command',
    argv: ['audti'],
    says: ["orphan-audit: unknown command 'audti'", '(Did you mean audit?)'],
  },
  {
    name: 'an unknown flag',
    argv: ['audit', '--forma', 'json'],
    says: ["orphan-audit: unknown option '--forma'", '(Did you mean --format?)'],
  },
  {
    name: 'an argument too many',
    argv: ['audit', 'shop'],
    says: ["orphan-audit: too many arguments for 'audit'. Expected 0 arguments but got 1."],
  },
  {
    name: 'a flag without its value',
    argv: ['audit', '--config'],
    says: ["orphan-audit: option '--config <file>' argument missing"],
  },
  {
    name: 'a format of the audit alone',
    argv: ['check', '--cluster', 'shop', '--format', 'csv'],
    says: [
      "orphan-audit: option '--format <format>' argument 'csv' is invalid. Only the audit is written in this format. Write one of table, json.",
    ],
  },
  {
    name: 'a format that nobody knows',
    argv: ['audit', '--format', 'xml'],
    says: [
      "orphan-audit: option '--format <format>' argument 'xml' is invalid. Allowed choices are table, json, csv, markdown, html, prometheus, focus.",
    ],
  },
  {
    name: 'a language that nobody knows',
    argv: ['audit', '--lang', 'de'],
    says: ["orphan-audit: option '--lang <language>' argument 'de' is invalid. Allowed choices are ko, en."],
  },
  {
    name: 'a time without a zone',
    argv: ['audit', '--now', '2026-11-30T06:00:00'],
    says: [
      "orphan-audit: option '--now <time>' argument '2026-11-30T06:00:00' is invalid. Write a time with a zone, such as 2026-11-30T06:00:00Z.",
    ],
  },
  {
    name: 'a verdict that is no alarm',
    argv: ['audit', '--fail-on', 'orphan,held'],
    says: [
      "orphan-audit: option '--fail-on <verdicts>' argument 'orphan,held' is invalid. Write orphan, ambiguous, or both.",
    ],
  },
  {
    name: 'both quiet and verbose',
    argv: ['audit', '--quiet', '--verbose'],
    says: ["orphan-audit: option '--quiet' cannot be used with option '--verbose'"],
  },
  {
    name: 'no configuration',
    argv: ['audit', '--config', at('nothing.yaml')],
    says: [
      `orphan-audit: there is no configuration file ${at('nothing.yaml')}`,
      '  -> name one with --config FILE or ORPHAN_AUDIT_CONFIG; `orphan-audit simulate --out DIR` writes one to begin with (config-not-found)',
    ],
  },
  {
    name: 'no configuration where the environment says',
    argv: ['audit'],
    env: { ORPHAN_AUDIT_CONFIG: at('elsewhere.yaml') },
    says: [
      `orphan-audit: there is no configuration file ${at('elsewhere.yaml')}`,
      '  -> name one with --config FILE or ORPHAN_AUDIT_CONFIG; `orphan-audit simulate --out DIR` writes one to begin with (config-not-found)',
    ],
  },
  {
    name: 'a configuration with two faults',
    argv: ['audit', '--config', at('faulty.yaml')],
    says: [
      `orphan-audit: ${at('faulty.yaml')} line 8: sightings is 0`,
      '  -> write a whole number, 1 or more (config-invalid)',
      `orphan-audit: ${at('faulty.yaml')} line 9: language is "de"`,
      '  -> write ko or en (config-invalid)',
    ],
  },
  {
    name: 'a literal credential',
    argv: ['record', '--config', at('literal.yaml')],
    says: [
      `orphan-audit: ${at('literal.yaml')} line 7: projects[0].credential.secret is a literal value (not shown)`,
      '  -> write env:NAME (an environment variable) or file:PATH (a file that holds nothing else); a literal value is refused (config-invalid)',
    ],
  },
  {
    name: 'an endpoint in clear',
    argv: ['explain', 'x', '--config', at('in-clear.yaml')],
    says: [
      `orphan-audit: ${at('in-clear.yaml')} line 8: projects[0].endpoints.iam is "http://iam.example.com"`,
      '  -> use https: a token must not travel in clear (http is for 127.0.0.1, ::1 and localhost only) (config-invalid)',
    ],
  },
  {
    name: 'a credential that is not there',
    argv: ['audit', ...sound],
    env: { KEY_SECRET: '' },
    says: [
      'orphan-audit: the environment variable KEY_ID, which is the credential.id of project shop-prod, is not set',
      '  -> set KEY_ID, for example from your secret manager (credential-missing)',
      'orphan-audit: the environment variable KEY_SECRET, which is the credential.secret of project shop-prod, is empty',
      '  -> set KEY_SECRET, for example from your secret manager (credential-missing)',
    ],
  },
  {
    name: 'a credential file that is not there',
    argv: ['audit', '--config', at('file.yaml')],
    says: [
      `orphan-audit: the file ${at('nothing')}, which is the credential.secret of project shop-prod, cannot be read (ENOENT)`,
      `  -> put the value alone into ${at('nothing')} and let this user read it (credential-missing)`,
    ],
  },
  {
    name: 'a project that is misspelt',
    argv: ['audit', '--project', 'shop-prd', '--config', at('two.yaml')],
    says: [
      'orphan-audit: there is no project "shop-prd" in the configuration',
      '  -> did you mean shop-prod? known projects: shop-prod, shop-stage (bad-usage)',
    ],
  },
  {
    name: 'a moment that has not come',
    argv: ['audit', ...sound, '--now', '2026-11-30T06:05:01Z'],
    says: [
      'orphan-audit: --now 2026-11-30T06:05:01Z has not come yet: the clock says 2026-11-30T06:00:00Z',
      `  -> ${NOW_REMEDY} (bad-usage)`,
    ],
  },
  {
    name: 'a record of now at another time',
    argv: ['record', ...sound, '--now', '2026-11-29T06:00:00Z'],
    says: [
      'orphan-audit: --now would date what is alive now to another time',
      '  -> leave --now out; it is for rehearsals, with every endpoint on this machine, and for --import (bad-usage)',
    ],
  },
  {
    name: 'a table of no cluster',
    argv: ['record', ...sound, '--import', at('table.txt')],
    says: ['orphan-audit: --import needs --cluster-uid', `  -> ${UID_REMEDY} (bad-usage)`],
  },
  {
    name: 'a table of a cluster without a UID',
    argv: ['record', ...sound, '--import', at('table.txt'), '--cluster-uid', 'shop'],
    says: ['orphan-audit: --cluster-uid "shop" is no UUID', `  -> ${UID_REMEDY} (bad-usage)`],
  },
  {
    name: 'a cluster without a table',
    argv: ['record', ...sound, '--cluster-uid', UID],
    says: [
      'orphan-audit: --cluster-uid and --cluster-name say whose table --import takes, and there is no --import',
      '  -> add --import FILE, or leave them out: clusters are discovered (bad-usage)',
    ],
  },
  {
    name: 'a table of two projects',
    argv: ['record', '--config', at('two.yaml'), '--import', at('table.txt'), '--cluster-uid', UID],
    says: [
      'orphan-audit: a table is of one cluster, and a cluster is of one project',
      '  -> say which with --project: shop-prod, shop-stage (bad-usage)',
    ],
  },
  {
    name: 'a table that is not there',
    argv: ['record', ...sound, '--import', at('nothing.txt'), '--cluster-uid', UID],
    says: [
      `orphan-audit: the table ${at('nothing.txt')} cannot be read (ENOENT)`,
      '  -> name a file that this user can read (import-invalid)',
    ],
  },
  {
    name: 'an ID that is blank',
    argv: ['explain', ' ', ...sound],
    says: ['orphan-audit: the ID is blank', '  -> give the ID of an instance or volume (bad-usage)'],
  },
  {
    name: 'no ID at all',
    argv: ['explain', ...sound],
    says: ["orphan-audit: missing required argument 'id'"],
  },
  {
    name: 'a kubeconfig that is not there',
    argv: ['config', 'check', '--config', at('kubeconfig.yaml')],
    says: [
      `orphan-audit: the kubeconfig ${at('nothing')} of cluster shop in project shop-prod cannot be read (ENOENT)`,
      "  -> take one from the console's cluster page, or take the key out to have it discovered (kubeconfig-invalid)",
    ],
  },
  {
    name: 'a port that is none',
    argv: ['simulate', '--port', '65536'],
    says: [
      "orphan-audit: option '--port <number>' argument '65536' is invalid. Write a whole number from 0 to 65535.",
    ],
  },
  {
    name: 'no instances at all',
    argv: ['simulate', '--scenario', 'large', '--instances', '0'],
    says: [
      "orphan-audit: option '--instances <number>' argument '0' is invalid. Write a whole number from 1 to 1000000.",
    ],
  },
];

describe('refused before anything is asked', () => {
  test.each(TABLE)('$name', async ({ argv, env = ENV, says, status = 1 }) => {
    expect(await type(argv, { env })).toEqual({
      status,
      stdout: '',
      stderr: says.map((line) => `${line}\n`).join(''),
    });
  });

  test.each([
    ['a scenario that nobody knows', ['simulate', '--scenario', 'x'], 'Allowed choices are cluster-deleted'],
    ['a fault that nobody knows', ['simulate', '--fault', 'x'], 'Write one of: rate-limited'],
    [
      'a faulty table',
      ['record', ...sound, '--import', at('table.txt'), '--cluster-uid', UID],
      '(import-invalid)',
    ],
    ['no command', [], 'Usage: orphan-audit'],
    ['half a command', ['config'], 'Usage: orphan-audit config'],
  ])('%s', async (_name, argv, says) => {
    const { status, stdout, stderr } = await type(argv, { env: ENV });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(says);
  });

  test('no line ever shows the secret', async () => {
    for (const { argv, env = ENV } of TABLE) {
      const { stdout, stderr } = await type([...argv, '--verbose'], { env });
      expect(stdout + stderr).not.toContain('hunter2');
    }
  });
});

describe('nothing could be done', () => {
  test('when nobody is there', async () => {
    const { status, stdout, stderr } = await type(
      ['audit', '--lang', 'en', '--config', at('nobody-there.yaml')],
      { env: ENV },
    );
    expect({ status, stderr }).toEqual({ status: 4, stderr: '' });
    expect(stdout).toContain('connection-failed');
    expect(stdout).not.toContain('hunter2');
  });

  test('when the port is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    expect(await type(['simulate', '--port', port])).toEqual({
      status: 4,
      stdout: '',
      stderr: `orphan-audit: the simulator cannot listen on port ${port} (EADDRINUSE)\n  -> give another port with --port, or --port 0 for any free one (port-unavailable)\n`,
    });
    server.close();
  });
});

describe('said plainly', () => {
  test('that the price book it names is not there', async () => {
    const env = { KAKAOCLOUD_APPLICATION_CREDENTIAL_ID: 'i', KAKAOCLOUD_APPLICATION_CREDENTIAL_SECRET: 's' };
    const { status, stderr } = await type(['config', 'check', '--config', at('contract.yaml')], { env });
    expect(status).toBe(1);
    expect(stderr).toContain(
      `there is no price book ${at('prices.yaml')}, which the configuration names as prices\n`,
    );
  });

  test('that a configuration is sound', async () => {
    expect(
      await type(['config', 'check', '--config', at('two.yaml'), '--project', 'shop-stage'], { env: ENV }),
    ).toEqual({
      status: 0,
      stdout: `${at('two.yaml')} is sound: shop-stage\n`,
      stderr: '',
    });
  });
});
