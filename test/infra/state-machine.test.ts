import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { VERDICTS } from '../../lib/verdict/judgement.ts';
import { execute, type Json } from './state-machine.ts';

const infra = fileURLToPath(new URL('../../infra/', import.meta.url));
const isValidatorThere = existsSync(`${infra}node_modules/asl-validator`);
const nightly = async (): Promise<Json> =>
  JSON.parse(await readFile(`${infra}stepfunctions/nightly.asl.json`, 'utf8'));

describe.skipIf(!isValidatorThere)(
  `the state machine, by the schema of the Amazon States Language${isValidatorThere ? '' : ' (skipped: asl-validator is not there; npm ci --prefix infra)'}`,
  () => {
    const validate = (definition: Json): { isValid: boolean; errorsText: (separator?: string) => string } =>
      createRequire(`${infra}package.json`)('asl-validator')(definition);

    test('is valid', async () => {
      const { isValid, errorsText } = validate(await nightly());
      expect(isValid ? '' : errorsText()).toBe('');
    });

    test.each([
      ['a state that leads nowhere', (text: string) => text.replace('"Next": "Publish"', '"Next": "Pubish"')],
      ['a Map without a processor', (text: string) => text.replace('"ItemProcessor"', '"ItemProcesor"')],
      [
        'a start that is no state',
        (text: string) => text.replace('"StartAt": "Targets"', '"StartAt": "Target"'),
      ],
    ])('would not be with %s', async (_, spoil) => {
      const spoilt = spoil(JSON.stringify(await nightly(), undefined, 1));
      expect(spoilt).not.toBe(JSON.stringify(await nightly(), undefined, 1));
      expect(validate(JSON.parse(spoilt)).isValid).toBe(false);
    });
  },
);

describe('the runner that the night is tried on', () => {
  const machine = (states: Json, StartAt = 'A'): Json => ({ StartAt, States: states });
  const run = (
    definition: Json,
    tasks: Record<string, (input: Json) => Promise<Json>> = {},
    input: Json = {},
  ) => execute(definition, input, { tasks, executionName: 'run-1' });
  const fails = (name: string) => async () => {
    throw Object.assign(new Error('it failed'), { name });
  };

  test('passes data along, by paths into the input and the execution', async () => {
    const { output } = await run(
      machine({
        A: { Type: 'Pass', Parameters: { 'id.$': '$$.Execution.Name', 'x.$': '$.deep.x', y: 2 }, End: true },
      }),
      {},
      { deep: { x: 1 } },
    );
    expect(output).toEqual({ id: 'run-1', x: 1, y: 2 });
  });

  test('retries as often as it is told to, then fails with the error', async () => {
    let tries = 0;
    const task = async () => {
      tries++;
      return fails('States.Timeout')();
    };
    const definition = machine({
      A: {
        Type: 'Task',
        Resource: 'a',
        Retry: [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 5, MaxAttempts: 2, BackoffRate: 3 }],
        End: true,
      },
    });
    await expect(run(definition, { a: task })).rejects.toThrow('it failed');
    expect(tries).toBe(3);
  });

  test('catches what it is told to, and nothing else', async () => {
    const definition = (error: string) =>
      machine({
        A: {
          Type: 'Task',
          Resource: 'a',
          Catch: [{ ErrorEquals: [error], ResultPath: '$.failure', Next: 'B' }],
          End: true,
        },
        B: { Type: 'Pass', End: true },
      });
    const { output } = await run(definition('Oops'), { a: fails('Oops') }, { kept: true });
    expect(output).toEqual({ kept: true, failure: { Error: 'Oops', Cause: 'it failed' } });
    await expect(run(definition('Other'), { a: fails('Oops') })).rejects.toThrow('it failed');
  });

  test('refuses what it does not know', async () => {
    await expect(run(machine({ A: { Type: 'Choice', Choices: [] } }))).rejects.toThrow('Choices');
  });
});

/** What Step Functions lets a state be given, in bytes. */
const MOST_BYTES = 256 * 1024;

test('a night over 1000 projects with long names and many findings fits into a state', async () => {
  const names = Array.from({ length: 1000 }, (_, n) => `${n}-`.padEnd(60, 'x'));
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 1_000_000]));
  const bytes: number[] = [];
  const { output } = await execute(
    await nightly(),
    {},
    {
      executionName: 'e'.repeat(80),
      tasks: {
        '${TargetsArn}': async (event) => ({
          ...(event as { readonly runId: string }),
          startedAt: '2026-11-30T18:00:00Z',
          targets: names.map((project) => ({ project })),
        }),
        '${AuditArn}': async (event) => {
          const { project, runId } = event as { readonly project: string; readonly runId: string };
          if (project.startsWith('7-')) throw new Error('x'.repeat(32_000));
          return { runId, project, complete: true, instances: counts, volumes: counts, problems: 1000 };
        },
        '${PublishArn}': async (event) => {
          bytes.push(Buffer.byteLength(JSON.stringify(event)));
          return event;
        },
      },
    },
  );
  expect(bytes).toHaveLength(1);
  expect(bytes[0]).toBeLessThan(MOST_BYTES);
  expect(output).toMatchObject({ targets: { length: 1000 }, audits: { length: 1000 } });
  expect(JSON.stringify(output)).toContain('"error":"Error"');
});
