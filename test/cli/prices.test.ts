import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { priceNeeds, priceSkeleton } from '../../lib/cli/price-skeleton.ts';
import { loadPriceBook } from '../../lib/config/price-book.ts';
import type { Report } from '../../lib/report/report.ts';
import { faultByName } from '../../lib/simulator/named-faults.ts';
import { aJudgedInstance, aJudgedVolume } from '../builders/judged.ts';
import { type Served, serve } from '../e2e/world.ts';

/** The story of a deleted cluster at its end, and its price book. */
function afterwards(use: (served: Served, book: string) => Promise<void>): Promise<void> {
  return serve('cluster-deleted', {}, async (served) => {
    await served.type(['record'], served.scenario.beforeAt);
    served.simulator.setWorld(served.scenario.after);
    await use(served, join(served.folder, 'prices.yaml'));
  });
}

async function without(book: string, name: string): Promise<void> {
  const lines = (await readFile(book, 'utf8')).split('\n').filter((line) => !line.includes(`name: ${name},`));
  await writeFile(book, lines.join('\n'));
}

describe('prices check', () => {
  test('ends with 0 when everything that Karpenter made has a price', async () => {
    await afterwards(async (served, book) => {
      const { status, stdout, stderr } = await served.type(['prices', 'check']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^${book} has every price for \\d+ instances and volumes\n$`));
    });
  });

  test('ends with 1 and names each price that is missing', async () => {
    await afterwards(async (served, book) => {
      await without(book, 'gp2');
      await without(book, 'm2a.4xlarge');
      const { status, stdout } = await served.type(['prices', 'check']);
      expect(status).toBe(1);
      expect(stdout.split('\n').slice(1)).toEqual([
        expect.stringMatching(/^ {2}instance type m2a\.4xlarge \(\d+\)$/),
        expect.stringMatching(/^ {2}volume type gp2 \(\d+\)$/),
        '',
      ]);
    });
  });

  test('asks for what is in use as well: it may be left over tomorrow', async () => {
    await serve('clean', {}, async (served) => {
      await writeFile(join(served.folder, 'prices.yaml'), 'version: 1\ncurrency: KRW\nprices: []\n');
      const { status, stdout } = await served.type(['prices', 'check']);
      expect(status).toBe(1);
      expect(stdout).toContain('  instance type m2a.');
    });
  });

  test('leaves no sighting behind', async () => {
    await serve('clean', {}, async (served) => {
      await served.type(['prices', 'check']);
      await expect(readFile(join(served.folder, '.orphan-audit'))).rejects.toThrow('ENOENT');
    });
  });

  test('ends with 3 when something could not be read', async () => {
    await afterwards(async (served) => {
      await appendFile(served.config, 'retryBudget: PT0S\n');
      served.simulator.faults.add(...(faultByName('forbidden-volumes') ?? []));
      const { status, stdout, stderr } = await served.type(['prices', 'check']);
      expect(status).toBe(3);
      expect(stdout).toContain('has every price for');
      expect(stderr).toContain('(forbidden)');
    });
  });

  test('ends with 4 when nothing could be read', async () => {
    await serve('clean', { faults: faultByName('credential-refused') ?? [] }, async (served) => {
      expect(await served.type(['prices', 'check'])).toMatchObject({ status: 4, stdout: '' });
      expect(await served.type(['prices', 'init'])).toMatchObject({ status: 4, stdout: '' });
    });
  });

  test('ends with 1 when the configuration names no book', async () => {
    await serve('clean', {}, async (served) => {
      const config = await readFile(served.config, 'utf8');
      await writeFile(served.config, config.replace(/^prices:.*\n/m, ''));
      const { status, stdout, stderr } = await served.type(['prices', 'check']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain(
        'names no price book\n  -> write one to begin with by `orphan-audit prices init',
      );
    });
  });
});

describe('prices init', () => {
  test('writes a book that is refused until it is filled in, and prices everything then', async () => {
    await afterwards(async (served, book) => {
      await rm(book);
      const written = await served.type(['prices', 'init', '--out', book]);
      expect(written).toMatchObject({ status: 0, stdout: '' });
      expect(written.stderr).toBe(`orphan-audit: the price book is in ${book}; fill in every FILL-IN\n`);
      const refused = await served.type(['prices', 'check']);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain('prices[0].price is "FILL-IN"');
      const skeleton = await readFile(book, 'utf8');
      const filled = skeleton
        .replaceAll('price: FILL-IN', 'price: 1')
        .replaceAll('effectiveFrom: FILL-IN', 'effectiveFrom: 2020-01-01');
      await writeFile(book, filled);
      expect(await served.type(['prices', 'check'])).toMatchObject({ status: 0 });
    });
  });

  test('never overwrites a file', async () => {
    await afterwards(async (served, book) => {
      const before = await readFile(book, 'utf8');
      const { status, stderr } = await served.type(['prices', 'init', '--out', book]);
      expect(status).toBe(1);
      expect(stderr).toContain('cannot be written (EEXIST)');
      expect(await readFile(book, 'utf8')).toBe(before);
    });
  });

  test('prints it without --out, also where the book of the configuration is faulty', async () => {
    await afterwards(async (served, book) => {
      await writeFile(book, 'version: 7\n');
      const { status, stdout, stderr } = await served.type(['prices', 'init']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(parse(stdout)).toMatchObject({
        version: 1,
        prices: [
          { kind: 'instance-type' },
          {},
          {},
          {},
          { kind: 'volume-type', name: 'gp2', unit: 'GB-month' },
        ],
      });
    });
  });

  test.each([
    ['quotes', 'a"b\\c'],
    ['a line break', 'a\n- kind: public-ip'],
    ['a control character', 'a\u001b[2Jb\u0085c'],
    ['a mark that turns text round', 'a\u202eb'],
    ['what YAML takes for something else', 'null'],
    ['a comment', '# x'],
  ])('writes a name with %s so that it is read as it was', (_, flavor) => {
    const text = priceSkeleton(priceNeeds([aJudgedInstance({ resource: { flavor } })]));
    expect(parse(text).prices).toEqual([expect.objectContaining({ name: flavor })]);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('writes an empty book where there is nothing to price', async () => {
    await serve('clean', {}, async ({ folder }) => {
      const book = join(folder, 'empty.yaml');
      const unlisted = aJudgedVolume({ resource: { volumeType: undefined } });
      await writeFile(book, priceSkeleton(priceNeeds([unlisted])));
      expect(await loadPriceBook(book, 'UTC')).toMatchObject({ kind: 'sound' });
    });
  });
});

describe('a faulty price book', () => {
  test('stops whatever prices something, and nothing else', async () => {
    await afterwards(async (served, book) => {
      await writeFile(book, 'version: 1\ncurrency: KRW\nprices: [{ kind: gpu }]\n');
      const [leftover = ''] = served.scenario.truth.keys();
      for (const argv of [
        ['audit'],
        ['explain', leftover],
        ['check', '--cluster', 'shop'],
        ['prices', 'check'],
        ['config', 'check'],
      ]) {
        const { status, stdout, stderr } = await served.type(argv);
        expect({ status, stdout }, argv.join(' ')).toEqual({ status: 1, stdout: '' });
        expect(stderr, argv.join(' ')).toContain(`${book} line 3: prices[0].kind is "gpu"`);
      }
      expect((await served.type(['record'])).status).toBe(0);
    });
  });
});

test('an audit tells what it costs, in the report and to a person', async () => {
  await afterwards(async (served) => {
    const { stdout } = await served.type(['audit', '--format', 'json']);
    const { summary, findings }: Report = JSON.parse(stdout);
    const orphans = findings.filter(({ verdict }) => verdict === 'orphan');
    expect(summary.cost).toMatchObject({
      currency: 'KRW',
      unpriced: 0,
      otherCurrencies: [],
      missingPrices: [],
    });
    const perMonth = orphans.reduce((sum, { cost }) => sum + (cost.perMonth ?? Number.NaN), 0);
    expect(perMonth).toBeGreaterThan(0);
    expect(summary.cost.perMonth).toBe(perMonth);
    const shown = await served.type(['audit']);
    expect(shown.stdout).toContain(`${perMonth.toLocaleString('en-US')} KRW a month`);
  });
});
