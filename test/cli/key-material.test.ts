import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Keyring } from '../../lib/signing/keyring.ts';
import { eachRow } from '../../lib/simulator/rows.ts';
import { keyringText, someKeys, type TestKey } from '../builders/signing.ts';
import { type Served, serve } from '../e2e/world.ts';
import { spellingsOfKey } from '../signing/said.ts';
import type { Ran } from './terminal.ts';

/** The keys of the story, and others that the faulty keyrings are made of. */
const STRANGE = someKeys('key-material', ['a1', 'a2']);
const [ONE, OTHER] = both(STRANGE);

function both(keys: readonly TestKey[]): readonly [TestKey, TestKey] {
  const [one, other] = keys;
  if (one === undefined || other === undefined) throw new TypeError('two keys are needed');
  return [one, other];
}

function keysIn(keyring: string): readonly Buffer[] {
  const { keys }: { keys: Record<string, string> } = JSON.parse(keyring);
  return Object.values(keys).map((text) => Buffer.from(text, 'base64'));
}

/** Every place where a piece of a key is found: what it was said in. */
function leaks(keys: readonly Buffer[], said: ReadonlyMap<string, string>): readonly string[] {
  const spellings = keys.flatMap(spellingsOfKey);
  return [...said]
    .filter(([, text]) => spellings.some((spelling) => text.includes(spelling)))
    .map(([where]) => where);
}

/** Every file below, but those that the test itself wrote a keyring into. As bytes, so that packed files count too. */
async function filesBelow(folder: string, written: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const read = paths
    .filter((path) => !written.includes(path))
    .map(async (path) => [path, (await readFile(path)).toString('latin1')] as const);
  return new Map(await Promise.all(read));
}

const READERS: readonly (readonly string[])[] = [
  ['audit', '--format', 'table'],
  ...['json', 'csv', 'markdown', 'html', 'prometheus', 'focus'].map((format) => [
    'audit',
    '--format',
    format,
  ]),
  ['check', '--cluster', 'shop'],
  ['check', '--cluster', 'shop', '--format', 'json'],
  ['ticket', '--cluster', 'shop'],
  ['ticket', '--cluster', 'shop', '--list', '--format', 'json'],
  ['keyring', 'status'],
  ['keyring', 'status', '--format', 'json'],
  ['keyring', 'calibrate', '--seconds', '0.2'],
  ['alert', '--dry-run'],
  ['config', 'check'],
];

/** Types all of them, in plain and with --verbose, and gives what was said and what was written. */
async function typeAll(
  served: Served,
  written: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly readers?: readonly (readonly string[])[] } = {},
): Promise<{ readonly said: ReadonlyMap<string, string>; readonly ran: readonly Ran[] }> {
  const { env = {}, readers = READERS } = options;
  const said = new Map<string, string>();
  const ran: Ran[] = [];
  const rows = served.scenario.after.projects.flatMap(({ instances }) => [...eachRow(instances)]);
  const instance = rows.find(({ name }) => String(name).startsWith('karpenter-'));
  const explains = [
    ['explain', instance?.id ?? ''],
    ['explain', instance?.id ?? '', '--format', 'json'],
  ];
  for (const [place, argv] of [...readers, ...explains].entries()) {
    for (const more of [[], ['--verbose']]) {
      const out = ['audit', 'ticket'].includes(argv[0] ?? '') && !argv.includes('--list');
      const folder = join(served.folder, 'out', `${place}${more.join('')}`);
      const line = [...argv, ...more, ...(out ? ['--out', folder] : [])];
      const at = argv[0] === 'config' ? undefined : served.scenario.now;
      const answer = await served.type(line, at, { env });
      ran.push(answer);
      said.set(`standard output of ${line.join(' ')}`, answer.stdout);
      said.set(`standard error of ${line.join(' ')}`, answer.stderr);
    }
  }
  for (const [path, text] of await filesBelow(served.folder, written)) said.set(path, text);
  return { said, ran };
}

const change = async ({ config }: Served, from: RegExp | string, to: string): Promise<void> =>
  writeFile(config, (await readFile(config, 'utf8')).replace(from, to));

/** The story of the deleted cluster, with a scheme, a record and a remembered run. */
function aftermath(use: (served: Served) => Promise<void>): Promise<void> {
  return serve('cluster-deleted', {}, async (served) => {
    for (const argv of [['keyring', 'calibrate'], ['record'], ['audit']]) {
      expect((await served.type(argv, served.scenario.beforeAt)).status).toBe(0);
    }
    await change(served, /^prices:/m, 'publish:\n  - kind: directory\n    path: ./reports\nprices:');
    served.simulator.setWorld(served.scenario.after);
    await use(served);
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the search for key material', () => {
  test.each(spellingsOfKey(ONE.bytes).map((spelling, n) => [n, spelling]))(
    'finds spelling %i in what is said',
    (_, spelling) => {
      const said = new Map([
        ['clean', 'k1, k2'],
        ['leaking', `…${spelling}…`],
      ]);
      expect(leaks([ONE.bytes], said)).toEqual(['leaking']);
      expect(leaks([OTHER.bytes], said)).toEqual([]);
    },
  );

  test('finds it in every file that is written, and in what a command says', async () => {
    await aftermath(async (served) => {
      const deep = join(served.folder, '.orphan-audit', 'deep');
      await mkdir(deep);
      await writeFile(join(deep, 'dump.bin'), Buffer.concat([Buffer.from([0, 1]), ONE.bytes]));
      const files = await filesBelow(served.folder, []);
      expect(leaks([ONE.bytes], files)).toEqual([join(deep, 'dump.bin')]);
      expect(leaks(keysIn(served.scenario.keyring), files)).toEqual([join(served.folder, 'keyring.json')]);
      // A key ID is said: a key that stood in its place would be found.
      const { stdout } = await served.type(['keyring', 'status'], served.scenario.now);
      expect(stdout).toContain('k2');
    });
  });
});

describe('no key material is said or written', () => {
  test('with a sound keyring', async () => {
    await aftermath(async (served) => {
      const file = join(served.folder, 'keyring.json');
      const { said, ran } = await typeAll(served, [file]);
      expect(leaks(keysIn(served.scenario.keyring), said)).toEqual([]);
      expect(ran.filter(({ status }) => status === 0).length).toBeGreaterThan(READERS.length);
      expect([...said.keys()].filter((where) => where.includes('/reports/')).length).toBeGreaterThan(0);
      expect([...said.keys()].some((where) => where.endsWith('.tar.gz'))).toBe(true);
      expect([...said.keys()].some((where) => where.includes('/.orphan-audit/'))).toBe(true);
    });
  });

  test('with a sound keyring in an environment variable', async () => {
    await aftermath(async (served) => {
      await rm(join(served.folder, 'keyring.json'));
      await change(served, 'file: ./keyring.json', 'content: env:KEYRING');
      const { said, ran } = await typeAll(served, [], { env: { KEYRING: served.scenario.keyring } });
      expect(leaks(keysIn(served.scenario.keyring), said)).toEqual([]);
      expect(ran.filter(({ status }) => status === 0).length).toBeGreaterThan(READERS.length);
    });
  });

  test('when another keyring verifies nothing, or misses a key', async () => {
    await aftermath(async (served) => {
      const file = join(served.folder, 'keyring.json');
      for (const keys of [
        [
          { ...ONE, id: 'k1' },
          { ...OTHER, id: 'k2' },
        ],
        [ONE, OTHER],
      ]) {
        await writeFile(file, keyringText(keys));
        const { said, ran } = await typeAll(served, [file]);
        expect(
          leaks(
            STRANGE.map(({ bytes }) => bytes),
            said,
          ),
        ).toEqual([]);
        expect(
          ran.some(
            ({ stdout }) => stdout.includes('signature-invalid') || stdout.includes('signing-key-missing'),
          ),
        ).toBe(true);
      }
    });
  });

  const base64 = ONE.bytes.toString('base64');
  const base64url = OTHER.bytes.toString('base64url');
  const hex = OTHER.bytes.toString('hex');
  const json = (value: unknown) => JSON.stringify(value);
  const FAULTY: readonly (readonly [what: string, text: string])[] = [
    ['that breaks off', keyringText(STRANGE).slice(0, -9)],
    ['with a comma too many', keyringText(STRANGE).replace('}}', ',}}')],
    ['that is a key alone', base64],
    ['that is a key alone, in quotes', json(base64)],
    ['that is a list of keys', json([base64, base64url])],
    ['whose keys are texts in a list', json({ activeKeyID: 'a1', keys: [base64, hex] })],
    ['whose keys are one text', json({ activeKeyID: 'a1', keys: base64 })],
    [
      'with ID and key in each other’s place',
      json({ activeKeyID: 'a1', keys: { [base64]: 'a1', [hex]: 'a2' } }),
    ],
    [
      'with ID and key in each other’s place, in a list',
      json({ activeKeyID: 'a1', keys: [{ id: base64url, key: 'a1' }] }),
    ],
    [
      'with a piece of a key as an ID',
      json({ activeKeyID: 'a1', keys: { [base64.slice(0, 30)]: base64, [`${hex}00`]: hex } }),
    ],
    ['with a key as the active ID', json({ activeKeyID: hex, keys: { a1: base64 } })],
    ['with half a key as the active ID', json({ activeKeyID: base64.slice(3, 35), keys: { a1: base64 } })],
    ['with a list as the active ID', json({ activeKeyID: [base64], keys: { a1: base64 } })],
    [
      'with a key that is too long',
      json({ activeKeyID: 'a1', keys: { a1: `${base64}AAAA`, a2: `${hex}00` } }),
    ],
    [
      'with a key that is too short',
      json({ activeKeyID: 'a1', keys: { a1: base64.slice(0, 40), a2: hex.slice(2) } }),
    ],
    [
      'with a key in white space',
      json({ activeKeyID: 'a1', keys: { a1: ` ${base64}\n`, a2: hex.replace(/(.{8})/g, '$1 ') } }),
    ],
    [
      'with a key in a mixed alphabet',
      json({ activeKeyID: 'a1', keys: { a1: `+_${base64}`, a2: `#${hex}` } }),
    ],
    [
      'with a key in an object',
      json({ activeKeyID: 'a1', keys: { a1: { [base64]: hex }, a2: [base64url] } }),
    ],
    ['with two keys for one ID', json({ activeKeyID: 'a1', keys: [{ id: 'a1', key: base64, secret: hex }] })],
    [
      'with two IDs for one key',
      json({ activeKeyID: 'a1', keys: [{ id: 'a1', keyID: base64url, key: base64 }] }),
    ],
    ['with one key under two IDs', json({ activeKeyID: 'a1', keys: { a1: base64, a2: base64 } })],
    ['with an ID twice', `{"activeKeyID":"a1","keys":{"a1":"${base64}","a1":"${hex}"}}`],
    ['with a key twice as a name', `{"activeKeyID":"a1","keys":{"${hex}":1,"${hex}":2}}`],
    ['without an active ID', json({ keys: { a1: base64, a2: hex } })],
    ['with an active ID that it lacks', json({ activeKeyID: 'a3', keys: { a1: base64, a2: hex } })],
    ['that is not UTF-8', `${keyringText(STRANGE)}\u0000`],
  ];
  /** What does not depend on the format reads the keyring before anything else. */
  const FEW = READERS.filter((argv) => !argv.includes('--format'));

  test.each(FAULTY)('with a keyring %s', async (_, text) => {
    await aftermath(async (served) => {
      const file = join(served.folder, 'keyring.json');
      await writeFile(file, text);
      const fromFile = await typeAll(served, [file], { readers: FEW });
      await rm(file);
      await change(served, 'file: ./keyring.json', 'content: env:KEYRING');
      const fromEnv = await typeAll(served, [], { env: { KEYRING: text }, readers: FEW });
      for (const { said, ran } of [fromFile, fromEnv]) {
        expect(
          leaks(
            STRANGE.map(({ bytes }) => bytes),
            said,
          ),
        ).toEqual([]);
        expect(new Set(ran.map(({ status }) => status))).toEqual(new Set([1]));
      }
    });
  });

  test('when the keyring is named as the scheme, or stands in the configuration itself', async () => {
    await aftermath(async (served) => {
      const { config, folder, scenario } = served;
      const keys = keysIn(scenario.keyring);
      const yaml = await readFile(config, 'utf8');
      for (const changed of [
        yaml.replace('./signature-scheme.json', './keyring.json'),
        yaml.replace('file: ./keyring.json', `content: '${scenario.keyring.replaceAll('\n', ' ')}'`),
        yaml.replace('./keyring.json', `'${scenario.keyring.replaceAll('\n', ' ')}'`),
        yaml.replace('./keyring.json', `${keys[0]?.toString('base64')}`),
        yaml.replace('./keyring.json', `${keys[0]?.toString('hex')}`),
        yaml.replace('file: ./keyring.json', `key: '${keys[0]?.toString('base64')}'`),
        yaml.replace('- file: ./keyring.json', `- ${keys[0]?.toString('hex')}`),
      ]) {
        await writeFile(config, changed);
        const { said, ran } = await typeAll(served, [join(folder, 'keyring.json'), config], { readers: FEW });
        expect(leaks(keys, said)).toEqual([]);
        expect(new Set(ran.map(({ status }) => status))).toEqual(new Set([1]));
      }
    });
  });

  test('by a fault of this program, whatever of the keyring it says', async () => {
    await aftermath(async (served) => {
      vi.spyOn(Keyring.prototype, 'signer').mockImplementation(function crash(this: Keyring) {
        const shown = inspect(this, { depth: null, showHidden: true, getters: true });
        throw new TypeError(`broken by ${shown} ${JSON.stringify(this)} ${String(this)}`, { cause: this });
      });
      const { said, ran } = await typeAll(served, [join(served.folder, 'keyring.json')]);
      expect(leaks(keysIn(served.scenario.keyring), said)).toEqual([]);
      const all = [...said.values()].join('\n');
      expect(all).toContain('broken by');
      expect(all).toContain('(internal)');
      expect(ran.some(({ status }) => status === 4)).toBe(true);
    });
  });

  test('by a crash while the answer is written', async () => {
    await aftermath(async (served) => {
      const { type, scenario, folder } = served;
      for (const argv of [['keyring', 'status'], ['keyring', 'calibrate', '--dry-run'], ['audit']]) {
        const ran = await type([...argv, '--verbose'], scenario.now, {
          onStdout: () => {
            throw new TypeError('the pipe broke');
          },
        });
        expect(ran.status).toBe(4);
        expect(ran.stderr).toContain('TypeError: the pipe broke\n    at ');
        const said = new Map([
          ...(await filesBelow(folder, [join(folder, 'keyring.json')])),
          ['said', ran.stdout + ran.stderr],
        ]);
        expect(leaks(keysIn(scenario.keyring), said)).toEqual([]);
      }
    });
  });
});
