import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('client-node and undici are loaded by what reads a cluster, and by nothing before', async () => {
  const { metafile } = await build({
    entryPoints: ['lib/adapters/kubernetes/witnesses.ts', 'lib/adapters/kubernetes/help-desk.ts'],
    outdir: 'unwritten',
    bundle: true,
    write: false,
    metafile: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
  });
  const chunks = Object.entries(metafile.outputs);
  const loadedAtOnce = (name: string): string[] => {
    const chunk = metafile.outputs[name];
    const further = chunk?.imports.filter((it) => it.kind === 'import-statement' && !it.external) ?? [];
    return [...Object.keys(chunk?.inputs ?? {}), ...further.flatMap((it) => loadedAtOnce(it.path))];
  };

  const heavy = /node_modules\/(@kubernetes\/client-node|undici)\//;
  expect(chunks.some(([, chunk]) => Object.keys(chunk.inputs).some((input) => heavy.test(input)))).toBe(true);
  const entries = chunks.filter(([, chunk]) => /(witnesses|help-desk)\.ts$/.test(chunk.entryPoint ?? ''));
  expect(entries).toHaveLength(2);
  for (const [name] of entries) expect(loadedAtOnce(name).filter((input) => heavy.test(input))).toEqual([]);
});
