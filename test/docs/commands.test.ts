import { readdirSync, readFileSync } from 'node:fs';
import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../lib/cli/run.ts';
import { instantFromMs } from '../../lib/terms/instants.ts';
import { withoutFences } from './anchors.ts';

const root = new URL('../../', import.meta.url);
const pages = [
  'README.md',
  ...readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].toSorted();

/** What a page has people type: in blocks of shell, and in code within a line. */
function commandsOf(page: string): readonly string[] {
  const blocks = [...page.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').split('\n'),
  );
  const inline = [...withoutFences(page).matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
    code.replaceAll('\n', ' '),
  );
  return [...blocks, ...inline]
    .flatMap((line) => line.replace(/(^| )#.*$/, '').split(/ && | \|\|? | >+ ?|; /))
    .map((part) => part.trim().replace(/^(?:[A-Z_]+=\S+ )+/, ''))
    .flatMap((part) => /^(?:npm run --silent orphan-audit --|orphan-audit) (\S.*)$/.exec(part)?.[1] ?? []);
}

function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|\S+/g)].map(([word, one, two]) => one ?? two ?? word);
}

/** Why the parser of the command line does not take it; `undefined`: it does. Nothing is done. */
async function refusal(command: string): Promise<string | undefined> {
  let said = '';
  const write = (text: string) => {
    said += text;
  };
  const program = programOf({
    io: {
      stdout: { isTerminal: false, columns: undefined, write },
      stderr: { isTerminal: false, columns: undefined, write },
      env: {},
      now: () => instantFromMs(0),
      signal: new AbortController().signal,
    },
    end: () => {},
    run: () => Promise.reject(new Error('a command line was to be run')),
  });
  const choices = new Map<string, string | undefined>();
  const silence = (command: CommandUnknownOpts) => {
    for (const { long, argChoices } of command.options)
      if (long != null && argChoices !== undefined) choices.set(long, argChoices[0]);
    for (const inner of command.commands) silence(inner);
    if (command.commands.length === 0) command.action(() => {});
  };
  for (const command of program.commands) silence(command);
  // FORMAT and the like stand for any of the choices, COMMAND for any command.
  const words = wordsOf(command).map((word, n, all) => {
    if (!/^[A-Z][A-Z-]*$/.test(word)) return word;
    return n === 0 ? 'audit' : (choices.get(all[n - 1] ?? '') ?? word);
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    return undefined;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? undefined : said;
    throw thrown;
  }
}

describe('what the pages have people type', () => {
  const found = pages.map((name) => ({
    name,
    commands: commandsOf(readFileSync(new URL(name, root), 'utf8')),
  }));

  it.each(found.filter(({ commands }) => commands.length > 0))(
    '$name: the command line takes it all',
    async ({ commands }) => {
      const refused: Record<string, string> = {};
      for (const command of new Set(commands)) {
        const why = await refusal(command);
        if (why !== undefined) refused[command] = why;
      }
      expect(refused).toEqual({});
    },
  );

  it('is found in blocks and in lines', () => {
    const page = [
      'Type `orphan-audit explain ID`, not `kubectl -n orphan-audit get jobs`.',
      '```sh',
      'A=1 orphan-audit audit --out x > y && npm run --silent orphan-audit -- record \\',
      '  --project shop   # `orphan-audit no`',
      '```',
    ].join('\n');
    expect(commandsOf(page).map((command) => wordsOf(command).join(' '))).toEqual([
      'audit --out x',
      'record --project shop',
      'explain ID',
    ]);
    expect(found.find(({ name }) => name === 'docs/runbook.md')?.commands.length).toBeGreaterThan(30);
  });

  it.each([
    ['audit --frmat json', 'unknown option'],
    ['audit --format jsn', 'Allowed choices'],
    ['explain', 'missing required argument'],
    ['delete ID', 'unknown command'],
    ['ticket --out x', 'required option'],
  ])('is refused as the command line would refuse it: %s', async (command, why) => {
    expect(await refusal(command)).toContain(why);
  });

  it.each(['audit --format FORMAT', 'COMMAND --help', 'simulate --scenario NAME'])(
    'may have words that stand for others: %s',
    async (command) => {
      expect(await refusal(command)).toBeUndefined();
    },
  );
});
