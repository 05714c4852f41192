import { readFileSync } from 'node:fs';

/** One line of a Dockerfile: `COPY`, and the rest of it. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

export interface Copy {
  /** The stage that it comes from; `undefined`: from the context. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

export const dockerfile = readFileSync(new URL('../../infra/container/Dockerfile', import.meta.url), 'utf8');

/** The stages, with the values of ARGs before the first one filled in. Heredocs are not read: there are none. */
export function stages(): readonly Stage[] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const args = new Map<string, string>();
  const found: { from: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [name = '', ...rest] = line.split(/\s+/);
    const text = rest.join(' ');
    const [key = '', value = ''] = text.split('=');
    if (name === 'FROM')
      found.push({
        from: text.replaceAll(/\$\{(\w+)\}/g, (_, arg) => args.get(arg) ?? ''),
        instructions: [],
      });
    else if (found.length === 0 && name === 'ARG') args.set(key, value);
    else found.at(-1)?.instructions.push({ name, text });
  }
  return found;
}

export function copiesOf({ instructions }: Stage): readonly Copy[] {
  return textsOf(instructions, 'COPY').map((text) => {
    const words = text.split(' ');
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    const paths = words.filter((word) => !word.startsWith('--'));
    return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
  });
}

export function textsOf(instructions: readonly Instruction[], name: string): readonly string[] {
  return instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
}
