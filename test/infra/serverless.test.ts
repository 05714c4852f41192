import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, ofType, pointedAt, type Resource, statementsIn, type Template } from './template.ts';
import { type Entry, entriesOf } from './zip.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const EXAMPLE = join(root, 'infra/serverless/orphan-audit.example.yaml');
const isOslsThere = existsSync(join(root, 'infra/node_modules/.bin/osls'));
const NIGHTLY = ['targets', 'audit', 'publish'];

interface Budget {
  readonly budgetBytes: number;
  readonly isTokenFirst: boolean;
}
const { FUNCTIONS }: { readonly FUNCTIONS: Readonly<Record<string, Budget>> } = await import(
  pathToFileURL(join(root, 'infra/build/functions.mjs')).href
);
const NAMES = Object.keys(FUNCTIONS);

/** Packages as `npm run package` does, with no account and nobody to ask: every proxy leads nowhere. */
async function runPackage(config: string, out: string) {
  const argv = [join(root, 'infra/build/package.mjs'), '--config', config, '--package', out];
  const nowhere = 'http://127.0.0.1:9';
  const child = spawn(process.execPath, argv, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      AWS_EC2_METADATA_DISABLED: 'true',
    },
  });
  const [output, [status]] = await Promise.all([
    Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join('')),
    once(child, 'exit'),
  ]);
  return { status, output };
}

let folder: string;
let template: Template;
/** As it is called where nobody says otherwise. */
const out = () => join(folder, '.serverless');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orphan-audit-serverless-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('every function of the folder has a budget, and every budget a function', async () => {
  const files = await readdir(join(root, 'functions'));
  expect(files.toSorted()).toEqual(NAMES.map((name) => `${name}.ts`).toSorted());
});

test('the deploy tooling brings no AWS SDK into what ships', async () => {
  const lock = await readFile(join(root, 'package-lock.json'), 'utf8');
  expect(lock).not.toMatch(/@aws-sdk|"aws-sdk|@smithy|"osls/);
});

describe.skipIf(!isOslsThere)(
  `the package${isOslsThere ? '' : ' (no osls here: npm ci --prefix infra)'}`,
  () => {
    beforeAll(async () => {
      const { status, output } = await runPackage(EXAMPLE, out());
      expect(status, output).toBe(0);
      const file = join(out(), 'cloudformation-template-update-stack.json');
      template = JSON.parse(await readFile(file, 'utf8'));
    });

    function lambda(name: string): Resource['Properties'] {
      const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}LambdaFunction`;
      const found = template.Resources[id];
      if (found === undefined) throw new Error(`there is no ${id} in the template`);
      return found.Properties;
    }

    const packed = (name: string): Promise<readonly Entry[]> => entriesOf(join(out(), `${name}.zip`));

    test('holds the six functions and no other', () => {
      const ids = ofType(template, 'AWS::Lambda::Function').map(([id]) => id);
      expect(ids.toSorted()).toEqual(
        ['Alert', 'Audit', 'Check', 'Publish', 'Record', 'Targets'].map((name) => `${name}LambdaFunction`),
      );
    });

    test.each(NAMES)(
      '%s runs on the runtime that it was measured on, and finds its handler',
      async (name) => {
        expect(lambda(name)).toMatchObject({
          Runtime: 'nodejs22.x',
          Architectures: ['arm64'],
          Handler: `dist/functions/${name}/${name}.handler`,
          Timeout: expect.any(Number),
          MemorySize: expect.any(Number),
        });
        const names = (await packed(name)).map((entry) => entry.name);
        expect(names).toContain(`dist/functions/${name}/${name}.cjs`);
        expect(names).toContain('configuration/orphan-audit.yaml');
        const foreign = names.filter((file) => !file.startsWith(`dist/functions/${name}/`));
        expect(foreign).toEqual(['configuration/orphan-audit.yaml']);
      },
    );

    test.each(NAMES)('%s keeps within its budget', async (name) => {
      const bytes = (await packed(name))
        .filter((entry) => entry.name.endsWith('.cjs'))
        .reduce((sum, entry) => sum + entry.bytes, 0);
      expect(bytes).toBeGreaterThan(0);
      expect(bytes, `${name} has ${bytes} bytes of code`).toBeLessThanOrEqual(
        FUNCTIONS[name]?.budgetBytes ?? 0,
      );
    });

    test.each(NAMES)('%s has the Kubernetes client if it reads clusters, and only then', async (name) => {
      const hasClient = (await packed(name)).some((entry) => /\/reach-\w+\.cjs$/.test(entry.name));
      expect(hasClient).toBe(['record', 'audit', 'check'].includes(name));
    });

    test.each([
      ['record', 'cron(0 * * * ? *)'],
      ['check', 'cron(0/30 * * * ? *)'],
      ['alert', 'cron(0 9 ? * MON-FRI *)'],
    ])('%s is on a schedule in Seoul: %s', (name, expression) => {
      const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}LambdaFunction`;
      const own = ofType(template, 'AWS::Scheduler::Schedule').filter(
        ([, { Properties }]) => pointedAt(at(Properties, 'Target', 'Arn')) === id,
      );
      expect(own.map(([, { Properties }]) => Properties)).toMatchObject([
        {
          ScheduleExpression: expression,
          ScheduleExpressionTimezone: 'Asia/Seoul',
          State: 'ENABLED',
          Target: { Input: '{}' },
        },
      ]);
    });

    test('the night is on a schedule in Seoul at 03:00, and its steps are on none of their own', () => {
      const schedules = ofType(template, 'AWS::Scheduler::Schedule').map(([, one]) => one.Properties);
      const targets = schedules.map((one) => pointedAt(at(one, 'Target', 'Arn')));
      expect(targets.toSorted()).toEqual([
        'AlertLambdaFunction',
        'CheckLambdaFunction',
        'Nightly',
        'RecordLambdaFunction',
      ]);
      expect(schedules[targets.indexOf('Nightly')]).toMatchObject({
        ScheduleExpression: 'cron(0 3 * * ? *)',
        ScheduleExpressionTimezone: 'Asia/Seoul',
      });
      expect(ofType(template, 'AWS::Events::Rule')).toEqual([]);
    });

    test('the state machine starts each step of the night, and waits as long as each may take', () => {
      const machine = template.Resources.Nightly?.Properties;
      const substitutions = at(machine, 'DefinitionSubstitutions');
      const definition = JSON.stringify(at(machine, 'Definition'));
      for (const name of NIGHTLY) {
        const arn = `${name.charAt(0).toUpperCase()}${name.slice(1)}Arn`;
        expect(pointedAt(at(substitutions, arn))).toBe(arn.replace(/Arn$/, 'LambdaFunction'));
        const waits = new RegExp(`"\\$\\{${arn}\\}".*?"TimeoutSeconds":(\\d+)`).exec(definition)?.[1];
        expect(Number(waits), `${name} is waited for`).toBeGreaterThanOrEqual(Number(lambda(name).Timeout));
      }
    });

    test('no policy allows an action by a wildcard', () => {
      const statements = statementsIn(template).filter(({ Effect }) => Effect === 'Allow');
      expect(statements.length).toBeGreaterThan(NAMES.length);
      const actions = statements.flatMap(({ Action }) => Action);
      expect(actions.filter((action) => action.includes('*'))).toEqual([]);
    });

    test.each(NAMES)(
      '%s has a role of its own, which reaches its log, its key and the dead letters',
      (name) => {
        const role = pointedAt(lambda(name).Role);
        const others = NAMES.filter((other) => other !== name).map((other) => pointedAt(lambda(other).Role));
        expect(others).not.toContain(role);
        const policies = at(template.Resources[role ?? ''], 'Properties', 'Policies');
        const allowed = statementsIn(policies).map(({ Action, Resource: resource }) => [
          [Action].flat().join(' '),
          pointedAt(resource),
        ]);
        const log = `${role?.replace(/Role$/, '')}LogGroup`;
        const expected = [
          ['logs:CreateLogStream logs:PutLogEvents', log],
          ['kms:Decrypt', 'EnvironmentKey'],
        ];
        if (!NIGHTLY.includes(name)) expected.push(['sqs:SendMessage', 'DeadLetters']);
        expect(allowed).toEqual(expected);
      },
    );

    test.each(NAMES)('%s holds its secrets by reference, under a key of its own', (name) => {
      expect(pointedAt(lambda(name).KmsKeyArn)).toBe('EnvironmentKey');
      const variables = at(lambda(name), 'Environment', 'Variables') ?? {};
      const { ORPHAN_AUDIT_CONFIG: config, ...secrets } = Object.fromEntries(Object.entries(variables));
      expect(config).toBe('/var/task/configuration/orphan-audit.yaml');
      for (const [key, value] of Object.entries(secrets))
        expect(value, key).toBe(`{{resolve:secretsmanager:karpenter-orphan-audit:SecretString:${key}}}`);
    });

    test('every variable that the example names is there for the functions that need it', async () => {
      const named = [...(await readFile(EXAMPLE, 'utf8')).matchAll(/^[^#]*\benv:(\w+)/gm)].map(
        ([, key]) => key,
      );
      expect(named.length).toBeGreaterThan(0);
      const audit = Object.keys(at(lambda('audit'), 'Environment', 'Variables') ?? {});
      expect(audit).toEqual(expect.arrayContaining(named));
    });

    test.each(NAMES)('%s has a log that ends after 30 days', (name) => {
      const groups = ofType(template, 'AWS::Logs::LogGroup').map(([, { Properties }]) => Properties);
      expect(groups).toContainEqual({
        LogGroupName: `/aws/lambda/${String(lambda(name).FunctionName)}`,
        RetentionInDays: 30,
      });
    });

    test('what is started by a schedule leaves what it failed at in the dead letters', () => {
      for (const name of NAMES.filter((one) => !NIGHTLY.includes(one)))
        expect(pointedAt(at(lambda(name), 'DeadLetterConfig', 'TargetArn')), name).toBe('DeadLetters');
      const nightly = template.Resources.NightlySchedule?.Properties;
      expect(pointedAt(at(nightly, 'Target', 'DeadLetterConfig', 'Arn'))).toBe('DeadLetters');
    });

    test('somebody hears of every function, of the night, and of a dead letter', () => {
      const alarms = ofType(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
      for (const alarm of alarms) expect(at(alarm, 'AlarmActions')).toEqual([{ Ref: 'Alarms' }]);
      const watched = alarms.map((alarm) => {
        const [dimension] = [at(alarm, 'Dimensions')].flat();
        return `${String(alarm.MetricName)} of ${pointedAt(at(dimension, 'Value'))}`;
      });
      expect(watched.toSorted()).toEqual(
        [
          ...NAMES.map((n) => `Errors of ${n.charAt(0).toUpperCase()}${n.slice(1)}LambdaFunction`),
          'ApproximateNumberOfMessagesVisible of DeadLetters',
          'ExecutionsFailed of Nightly',
          'ExecutionsSucceeded of Nightly',
          'ExecutionsTimedOut of Nightly',
          'Invocations of RecordLambdaFunction',
        ].toSorted(),
      );
    });

    test.each(NAMES)('%s knows whom to ask first, if it asks the cloud', async (name) => {
      const first = (await packed(name)).find((entry) => entry.name.endsWith('/first-requests.json'));
      expect(first?.text()).toBe(
        FUNCTIONS[name]?.isTokenFirst
          ? '[{"project":"shop-prod","iam":"https://iam.kakaocloud.com","id":"CLOUD_ID","secret":"CLOUD_SECRET"}]'
          : undefined,
      );
    });

    test('a configuration that would find nothing of its own there is refused', async () => {
      const config = join(folder, 'at-home.yaml');
      await writeFile(
        config,
        `version: 1
projects:
  - { name: shop, region: kr-central-2, credential: { id: "file:./id", secret: "env:SECRET" } }
`,
      );
      const { status, output } = await runPackage(config, join(folder, 'refused'));
      expect(status).toBe(1);
      expect(output).toBe(
        `this configuration cannot be packaged: the store is the directory ${folder}/.orphan-audit, which is not there when a function runs
  -> write kind: s3, and name a bucket
this configuration cannot be packaged: a secret is read from the file ${folder}/id, which is not there when a function runs
  -> write env:NAME, and give the functions that variable
`,
      );
      expect(existsSync(join(folder, 'refused'))).toBe(false);
    });
  },
);
