import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { KeyringReport } from '../../lib/report/keyrings/keyrings.ts';
import type { Report } from '../../lib/report/report.ts';
import { eachRow } from '../../lib/simulator/rows.ts';
import type { Scenario, ScenarioName } from '../../lib/simulator/scenario.ts';
import { HOUR_MS, MINUTE_MS, plusMs } from '../../lib/terms/instants.ts';
import { keyringText, someKeys } from '../builders/signing.ts';
import { type Served, type ServeOptions, serve } from '../e2e/world.ts';
import type { Ran } from './terminal.ts';

const calibrate = ['keyring', 'calibrate'];
const status = ['keyring', 'status'];

interface Story extends Served {
  /** While every cluster lives. */
  readonly earlier: (argv: readonly string[]) => Promise<Ran>;
  readonly schemeFile: string;
  readonly keyringFile: string;
  /** Rewrites the configuration. */
  readonly configure: (change: (yaml: string) => string) => Promise<void>;
}

function tell(
  use: (story: Story) => Promise<void>,
  name: ScenarioName = 'cluster-deleted',
  options: ServeOptions = {},
): Promise<void> {
  return serve(name, options, (served) =>
    use({
      ...served,
      earlier: (argv) => served.type(argv, served.scenario.beforeAt),
      schemeFile: join(served.folder, 'signature-scheme.json'),
      keyringFile: join(served.folder, 'keyring.json'),
      configure: async (change) => writeFile(served.config, change(await readFile(served.config, 'utf8'))),
    }),
  );
}

/** The first so many instances that Karpenter made, while their cluster lives. */
function onlySome({ before }: Scenario, count: number): Scenario['before'] {
  let left = count;
  return {
    ...before,
    projects: before.projects.map((project) => ({
      ...project,
      instances: [...eachRow(project.instances)].filter(
        ({ name }) => !String(name).startsWith('karpenter-') || left-- > 0,
      ),
    })),
  };
}

const filesIn = (folder: string) => readdir(folder);

describe('keyring calibrate', () => {
  test('finds the scheme, says how, and writes it', async () => {
    await tell(async ({ earlier, schemeFile, simulator }) => {
      const found = await earlier(calibrate);
      expect(found).toMatchObject({ status: 0, stderr: '' });
      const [sampled, formula, verified, effort, spaces, written] = found.stdout.split('\n');
      expect(sampled).toBe('rehearsal: 13 live, claimed instances sampled');
      expect(formula).toBe(
        'found: s = hmac-sha256(key k, (description before s) instance-name) in base64url, the first 22 characters',
      );
      expect(verified).toMatch(
        /^it verifies all 13 sampled instances, signed by k1 and k2; that this is chance is less likely than 1 in 2\^1\d{3}$/,
      );
      expect(effort).toMatch(/^tried [\d,]+ of [\d,]+ candidates in \d+\.\d s, [\d,]+ a second$/);
      expect(spaces).toMatch(/^what may be signed was tried as .*the description/);
      expect(written).toBe(`written: ${schemeFile}`);
      expect(JSON.parse(await readFile(schemeFile, 'utf8'))).toMatchObject({
        version: 1,
        algorithm: 'hmac-sha256',
        signature: { field: 's', encoding: 'base64url', cut: { unit: 'characters', length: 22 } },
        keyId: { field: 'k' },
      });
      expect(simulator.refusedWrites).toBe(0);
    });
  });

  test('finds it again where it was written before, and leaves no other file', async () => {
    await tell(async ({ earlier, folder, schemeFile }) => {
      await earlier(calibrate);
      const first = await readFile(schemeFile, 'utf8');
      expect((await earlier(calibrate)).status).toBe(0);
      expect(await readFile(schemeFile, 'utf8')).toBe(first);
      expect((await filesIn(folder)).filter((name) => name.includes('scheme'))).toEqual([
        'signature-scheme.json',
      ]);
    });
  });

  test('--dry-run tells and writes nothing', async () => {
    await tell(async ({ earlier, folder }) => {
      const files = await filesIn(folder);
      const { status: ended, stdout } = await earlier([...calibrate, '--dry-run']);
      expect(ended).toBe(0);
      expect(stdout).toContain('\nfound: s = hmac-sha256');
      expect(stdout).toMatch(/\nnothing was written: it was a dry run\n$/);
      expect(await filesIn(folder)).toEqual(files);
    });
  });

  test('--out writes elsewhere, and says what the configuration lacks', async () => {
    await tell(async ({ earlier, configure, folder, schemeFile }) => {
      const elsewhere = join(folder, 'made', 'for', 'it.json');
      await configure((yaml) => yaml.replace(/ +signatureScheme:.*\n/, ''));
      const nowhere = await earlier(calibrate);
      expect(nowhere).toMatchObject({ status: 1, stdout: '' });
      expect(nowhere.stderr).toContain(
        'nothing says where the signature scheme of project rehearsal is to be written',
      );
      const { status: ended, stdout } = await earlier([...calibrate, '--out', elsewhere]);
      expect(ended).toBe(0);
      expect(stdout).toContain(
        `written: ${elsewhere}\nset signatureScheme: ${elsewhere} for project rehearsal`,
      );
      expect(await readFile(elsewhere, 'utf8')).toContain('hmac-sha256');
      await expect(readFile(schemeFile)).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });

  test('never writes over a file that is no scheme', async () => {
    await tell(async ({ earlier, keyringFile }) => {
      const keyring = await readFile(keyringFile, 'utf8');
      const refused = await earlier([...calibrate, '--out', keyringFile]);
      expect(refused).toMatchObject({ status: 1, stdout: '' });
      expect(refused.stderr).toContain(
        `${keyringFile} is there and is no signature scheme, and is not written over`,
      );
      expect(await readFile(keyringFile, 'utf8')).toBe(keyring);
    });
  });

  test('says which file cannot be written', async () => {
    await tell(async ({ earlier, folder }) => {
      const refused = await earlier([...calibrate, '--out', join(folder, 'keyring.json', 'x')]);
      expect(refused).toMatchObject({ status: 1 });
      expect(refused.stderr).toContain('(bad-usage)');
    });
  });

  const NOTHING = 'nothing was written: signatures stay as they were\n';

  test('wants more than two instances', async () => {
    await tell(async ({ earlier, simulator, scenario, schemeFile }) => {
      simulator.setWorld(onlySome(scenario, 2));
      const { status: ended, stdout } = await earlier(calibrate);
      expect(ended).toBe(4);
      expect(stdout).toContain(
        'rehearsal: 2 live, claimed instances sampled\n2 instances of 2 NodeClaims can be compared, and it takes 3 of 2: try again when more nodes are there\n',
      );
      expect(stdout.endsWith(NOTHING)).toBe(true);
      await expect(readFile(schemeFile)).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });

  test('finds nothing with a keyring that signed none of them, and writes nothing', async () => {
    await tell(async ({ earlier, keyringFile, schemeFile }) => {
      await writeFile(keyringFile, keyringText(someKeys('wrong')));
      const { status: ended, stdout } = await earlier([...calibrate, '--seconds', '0.5']);
      expect(ended).toBe(4);
      expect(stdout).toMatch(
        /\nno scheme (that is known here verifies the samples|was found in the time given)/,
      );
      expect(stdout.endsWith(NOTHING)).toBe(true);
      await expect(readFile(schemeFile)).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });

  test('names the instances that disagree', async () => {
    await tell(async ({ earlier, simulator, scenario }) => {
      const world = scenario.before;
      const [odd] = world.projects.flatMap(({ instances }) =>
        [...eachRow(instances)].filter(({ description }) =>
          String(description).startsWith('v=1;m=karpenter;'),
        ),
      );
      simulator.setWorld({
        ...world,
        projects: world.projects.map((project) => ({
          ...project,
          instances: [...eachRow(project.instances)].map((row) =>
            row === odd ? { ...row, description: `${String(row.description).slice(0, -1)}_` } : row,
          ),
        })),
      });
      const { status: ended, stdout } = await earlier(calibrate);
      expect(ended).toBe(4);
      expect(stdout).toContain('this scheme verifies 12 of 13 sampled instances, which is not enough');
      expect(stdout).toContain(`instance ${odd?.id} disagrees: invalid\n`);
      expect(stdout.endsWith(NOTHING)).toBe(true);
    });
  });

  test('says what could not be read, though it found the scheme', async () => {
    const faults = [
      { on: { service: 'volume' }, effect: { kind: 'status', status: 403 }, times: 'always' },
    ] as const;
    await tell(
      async ({ earlier, schemeFile }) => {
        const { status: ended, stdout, stderr } = await earlier(calibrate);
        expect(ended).toBe(3);
        expect(stdout).toContain(`written: ${schemeFile}\n`);
        expect(stderr).toContain('(forbidden)');
      },
      'cluster-deleted',
      { faults },
    );
  });

  test('is of one project at a time, and needs a keyring', async () => {
    await tell(async ({ earlier, configure, config }) => {
      const yaml = await readFile(config, 'utf8');
      const project = /projects:\n([\s\S]*)prices:/.exec(yaml)?.[1] ?? '';
      await configure((text) =>
        text.replace('prices:', `${project.replace('name: rehearsal', 'name: second')}prices:`),
      );
      const both = await earlier(calibrate);
      expect(both).toMatchObject({ status: 1, stdout: '' });
      expect(both.stderr).toBe(
        'orphan-audit: a scheme is found for one project at a time, and 2 are chosen\n  -> name one with --project: rehearsal, second (bad-usage)\n',
      );
      expect((await earlier([...calibrate, '--dry-run', '--project', 'second'])).stdout).toContain(
        'second: 13 live',
      );

      await configure(() => yaml.replace(/ +keyrings:\n.*\n/, ''));
      const none = await earlier(calibrate);
      expect(none).toMatchObject({ status: 1, stdout: '' });
      expect(none.stderr).toContain('project rehearsal has no keyring to verify signatures with');
    });
  });
});

describe('keyring status', () => {
  /** Calibrated and recorded while the cluster lived; the cluster is gone now. */
  const aftermath = (use: (story: Story) => Promise<void>) =>
    tell(async (story) => {
      await story.earlier(calibrate);
      await story.earlier(['record']);
      await story.earlier(['audit']);
      story.simulator.setWorld(story.scenario.after);
      await use(story);
    });

  test.each(['ko', 'en'])('for a person, at 80 columns, in %s', async (lang) => {
    await aftermath(async ({ type, scenario, configure }) => {
      const narrow = { columns: 80, env: { NO_COLOR: '1' } };
      const shown = async (argv: readonly string[] = []) => {
        const ran = await type([...status, '--lang', lang, '--quiet', ...argv], scenario.now, narrow);
        expect(ran.status).toBe(0);
        return ran.stdout;
      };
      const pages = [await shown()];
      await configure((yaml) =>
        yaml.replace('- file: ./keyring.json', '- file: ./keyring.json\n        clusters: [shop, shop-old]'),
      );
      pages.push(await shown());
      await configure((yaml) => yaml.replace('signature-scheme.json', 'not-there.json'));
      pages.push(await shown());
      await configure((yaml) => yaml.replace(/ +keyrings:\n.*\n.*\n/, ''));
      pages.push(await shown());
      const all = pages.join('----\n');
      await expect(all).toMatchFileSnapshot(`./keyring-status-${lang}.golden.txt`);
    });
  });

  test('for a program', async () => {
    await aftermath(async ({ type, scenario }) => {
      const { status: ended, stdout } = await type([...status, '--format', 'json'], scenario.now);
      const report: KeyringReport = JSON.parse(stdout);
      expect(ended).toBe(0);
      expect(report).toMatchObject({
        schemaVersion: '1',
        projects: [
          { name: 'rehearsal', complete: true, keyrings: [{ clusters: null, sound: true, keep: true }] },
        ],
      });
      const keys = report.projects[0]?.keyrings[0]?.keys.map(({ id, role, live, leftover, retirable }) => ({
        id,
        role,
        live,
        leftover,
        retirable,
      }));
      expect(keys).toEqual([
        { id: 'k1', role: 'retired', live: 0, leftover: 1, retirable: false },
        { id: 'k2', role: 'active', live: 0, leftover: 8, retirable: false },
      ]);
    });
  });

  test('calls a key retirable when nothing has carried it for a grace period, and is no sighting itself', async () => {
    await aftermath(async ({ type, scenario, simulator, folder }) => {
      const [project] = scenario.after.projects;
      if (project === undefined) throw new TypeError('the story has no project');
      const ours = (name: unknown, description: unknown) =>
        String(name).startsWith('karpenter-') || String(description).startsWith('v=1;m=karpenter;');
      const gone = [...eachRow(project.instances)]
        .filter(({ name, description }) => ours(name, description))
        .map(({ id }) => id);
      simulator.setWorld({
        ...scenario.after,
        projects: [
          {
            ...project,
            instances: [...eachRow(project.instances)].filter(({ id }) => !gone.includes(id)),
            volumes: [],
          },
        ],
      });
      const ask = async (minutes: number) => {
        const { stdout } = await type(
          [...status, '--format', 'json'],
          plusMs(scenario.now, minutes * MINUTE_MS),
        );
        const report: KeyringReport = JSON.parse(stdout);
        return report.projects[0]?.keyrings[0];
      };
      const runs = async () => (await readdir(join(folder, '.orphan-audit'), { recursive: true })).length;
      const before = await runs();
      expect(await ask(0)).toMatchObject({
        keep: false,
        keys: [
          { id: 'k1', retirable: true },
          { id: 'k2', retirable: false },
        ],
      });
      expect(await runs()).toBe(before);
    });
  });

  test('misses the key that instances carry, as the audit does', async () => {
    await aftermath(async ({ type, scenario, keyringFile }) => {
      const keyring = JSON.parse(await readFile(keyringFile, 'utf8'));
      await writeFile(keyringFile, JSON.stringify({ activeKeyID: 'k2', keys: { k2: keyring.keys.k2 } }));
      const { status: ended, stdout, stderr } = await type([...status, '--format', 'json'], scenario.now);
      const report: KeyringReport = JSON.parse(stdout);
      expect(ended).toBe(0);
      expect(report.projects[0]?.keyrings[0]).toMatchObject({
        sound: false,
        keys: [{ id: 'k2' }, { id: 'k1', role: 'missing', leftover: 1 }],
      });
      expect(stderr).toContain(
        'the key "k1" was in the keyring at the last run and is no longer, and 1 instance still carries it',
      );
      const audited = await type(['audit', '--format', 'json'], scenario.now);
      const { run, findings }: Report = JSON.parse(audited.stdout);
      expect(audited.status).toBe(0);
      expect(run).toMatchObject({
        complete: true,
        problems: [{ code: 'signing-key-vanished', project: 'rehearsal' }],
      });
      expect(
        findings
          .filter(({ reason }) => reason === 'signing-key-missing')
          .map(({ nextStep }) => nextStep.code),
      ).toEqual(['restore-keyring']);
    });
  });

  test('ends with 3 when something could not be read, and with 4 when nothing could', async () => {
    const forbidden = (service: 'volume' | 'bcs' | 'iam') =>
      [{ on: { service }, effect: { kind: 'status', status: 403 }, times: 'always' }] as const;
    await tell(async ({ earlier }) => expect((await earlier(status)).status).toBe(3), 'cluster-deleted', {
      faults: forbidden('volume'),
    });
    await tell(
      async ({ earlier }) => {
        const { status: ended, stdout } = await earlier([...status, '--format', 'json']);
        const report: KeyringReport = JSON.parse(stdout);
        expect(ended).toBe(4);
        expect(report.projects[0]).toMatchObject({
          complete: false,
          keyrings: [{ keep: true, keys: [{ live: null, retirable: false }, { live: null }] }],
        });
      },
      'cluster-deleted',
      { faults: [...forbidden('volume'), ...forbidden('bcs')] },
    );
  });

  test('without a scheme file, signatures are unverified', async () => {
    await tell(async ({ earlier, type, scenario, simulator }) => {
      await earlier(['record']);
      simulator.setWorld(scenario.after);
      const { status: ended, stdout } = await type(['audit', '--format', 'json', '--all'], scenario.now);
      const { findings }: Report = JSON.parse(stdout);
      expect(ended).toBe(0);
      const signatures = findings.flatMap(({ evidence }) =>
        evidence.filter(({ kind }) => kind === 'signature'),
      );
      expect(signatures.length).toBeGreaterThan(10);
      expect(new Set(signatures.map(({ outcome }) => outcome))).toEqual(new Set(['unverified']));
    });
  });
});

describe('check, of the keyring of a cluster that is cleared', () => {
  /** All that shop-blue left is gone; shop-green lives on. */
  const cleared = (clusters: string | undefined, stranger: boolean) => {
    let advice: unknown;
    return tell(async ({ earlier, type, scenario, simulator, configure }) => {
      await earlier(calibrate);
      await earlier(['record']);
      await earlier(['audit']);
      const [project] = scenario.after.projects;
      if (project === undefined) throw new TypeError('the story has no project');
      const stays = ({ id }: { readonly id: string }) => {
        const truth = scenario.truth.get(id);
        return truth?.what === 'alive' || (truth?.what === 'not-karpenter' && !truth.why.includes('copied'));
      };
      const instances = [...eachRow(project.instances)].filter(stays);
      const [green] = instances.filter(({ name }) => String(name).startsWith('karpenter-'));
      if (green === undefined) throw new TypeError('shop-green has no instance');
      const nobodys = {
        ...green,
        id: 'aaaaaaaa-0000-4000-8000-000000000001',
        name: 'karpenter-0badc0de-general-x2x2x',
        attached_volumes: [],
        description: null,
      };
      simulator.setWorld({
        ...scenario.after,
        projects: [
          {
            ...project,
            instances: stranger ? [...instances, nobodys] : instances,
            volumes: [...eachRow(project.volumes)].filter(stays),
          },
        ],
      });
      if (clusters !== undefined)
        await configure((yaml) =>
          yaml.replace('- file: ./keyring.json', `- file: ./keyring.json\n        clusters: ${clusters}`),
        );
      const { stdout } = await type(
        ['check', '--cluster', 'shop-blue', '--format', 'json'],
        plusMs(scenario.now, HOUR_MS),
      );
      const result = JSON.parse(stdout);
      expect(result.clearance).toEqual({ granted: true });
      advice = result.keyring;
    }, 'two-clusters').then(() => advice);
  };
  const kept = { mayBeRetired: false, why: 'serves-other-clusters' };

  test.each<readonly [string, string | undefined, boolean, object]>([
    ['for all clusters: another lives', undefined, false, kept],
    ['bound to both: the other lives', '[shop-blue, shop-green]', false, kept],
    ['bound to it alone', '[shop-blue]', false, { mayBeRetired: true }],
    [
      'bound to it and to one that nobody knows, of which nothing is left',
      '[shop-blue, shop-older]',
      false,
      { mayBeRetired: true },
    ],
    [
      'bound to it and to one that nobody knows, of which something may be left',
      '[shop-blue, shop-older]',
      true,
      kept,
    ],
  ])('%s', async (_, clusters, stranger, expected) => {
    expect(await cleared(clusters, stranger)).toEqual(expected);
  });
});

describe('what is configured', () => {
  const asking = [
    ['audit'],
    status,
    calibrate,
    ['check', '--cluster', 'shop'],
    ['explain', 'x'],
    ['ticket', '--cluster', 'shop'],
    ['config', 'check'],
  ];
  const commands = asking.map((argv) => [argv.join(' '), argv] as const);

  test.each(commands)('%s ends with 1 without its keyring file', async (_, argv) => {
    await tell(async ({ type, keyringFile }) => {
      await rm(keyringFile);
      expect(await type(argv)).toEqual({
        status: 1,
        stdout: '',
        stderr: `orphan-audit: the keyring ${keyringFile} cannot be read (ENOENT)\n  -> make it a file that this user can read (config-invalid)\n`,
      });
    });
  });

  test.each(commands)('%s ends with 1 with a broken scheme file', async (_, argv) => {
    await tell(async ({ type, schemeFile }) => {
      await writeFile(schemeFile, '{"version": 1}');
      const { status: ended, stdout, stderr } = await type(argv);
      expect({ ended, stdout }).toEqual({ ended: 1, stdout: '' });
      expect(stderr).toContain(
        `orphan-audit: the signature scheme ${schemeFile} is not sound: algorithm should be one of`,
      );
    });
  });

  test('config check is content without the scheme file, and with a keyring in the environment', async () => {
    await tell(async ({ type, configure, keyringFile }) => {
      expect((await type(['config', 'check'])).status).toBe(0);
      await configure((yaml) => yaml.replace('file: ./keyring.json', 'content: env:KEYRING'));
      const KEYRING = await readFile(keyringFile, 'utf8');
      expect((await type(['config', 'check'], undefined, { env: { KEYRING } })).status).toBe(0);
      expect(await type(['config', 'check'])).toEqual({
        status: 1,
        stdout: '',
        stderr:
          'orphan-audit: the environment variable KEYRING, which is a keyring of project rehearsal, is not set\n  -> set KEYRING to the whole keyring.json, for example from your secret manager (credential-missing)\n',
      });
      expect((await type(['config', 'check'], undefined, { env: { KEYRING: ' ' } })).stderr).toContain(
        'is empty',
      );
    });
  });

  test('config check tells every fault of every keyring at once, of the chosen projects', async () => {
    await tell(async ({ type, configure, folder }) => {
      await writeFile(
        join(folder, 'broken.json'),
        '{"activeKeyID": "k3", "keys": {"k1": "short", "k2": ""}}',
      );
      await configure((yaml) =>
        yaml.replace('- file: ./keyring.json', '- file: ./broken.json\n      - file: ./nothing.json'),
      );
      const { status: ended, stderr } = await type(['config', 'check']);
      expect(ended).toBe(1);
      expect(stderr.match(/\(config-invalid\)/g)).toHaveLength(4);
      expect(stderr).toContain('broken.json is not sound: key "k1" is');
      expect(stderr).toContain('broken.json is not sound: key "k2" is empty');
      expect(stderr).toContain('has the activeKeyID "k3", which is not among its keys');
      expect(stderr).toContain('nothing.json cannot be read (ENOENT)');
    });
  });

  test('record needs no keyring', async () => {
    await tell(async ({ earlier, keyringFile }) => {
      await rm(keyringFile);
      expect(await earlier(['record'])).toMatchObject({ status: 0, stderr: '' });
    });
  });
});
