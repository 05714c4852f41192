import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { FORMATS } from '../report/formats-facts.ts';
import { type Instant, parseInstant } from '../terms/instants.ts';

// The flags that several commands share (`orphan-audit --help`).

export const configOption = new Option(
  '--config <file>',
  'the configuration file (default: $ORPHAN_AUDIT_CONFIG, or ./orphan-audit.yaml)',
);

export const projectOption = new Option(
  '--project <name>',
  'only this project; may be given several times',
).argParser((name: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  name,
]);

export const nowOption = new Option(
  '--now <time>',
  'judge as of this moment: RFC 3339, such as 2026-11-30T06:00:00Z',
).argParser((text: string): Instant => {
  const at = parseInstant(text);
  if (at === undefined)
    throw new InvalidArgumentError('Write a time with a zone, such as 2026-11-30T06:00:00Z.');
  return at;
});

export const languageOption = new Option(
  '--lang <language>',
  "the language of results (default: the configuration's)",
).choices(['ko', 'en'] as const);

/** Of every command but `audit`: what it prints is no report, or one finding of it. */
const SHORT_FORMATS = ['table', 'json'] as const;
export type Format = (typeof SHORT_FORMATS)[number];

export const formatOption = new Option(
  '--format <format>',
  'how results are printed (choices: "table", "json")',
)
  .argParser((text: string): Format => {
    const format = SHORT_FORMATS.find((one) => one === text);
    if (format !== undefined) return format;
    const known = `Write one of ${SHORT_FORMATS.join(', ')}.`;
    throw new InvalidArgumentError(
      FORMATS.some((one) => one === text) ? `Only the audit is written in this format. ${known}` : known,
    );
  })
  .default('table' as const);

export const reportFormatOption = new Option('--format <format>', 'how the report is written')
  .choices(FORMATS)
  .default('table' as const);

export const bomOption = new Option(
  '--bom',
  'begin a CSV with the byte order mark, by which spreadsheets see that it is UTF-8',
);

export const runIdOption = new Option(
  '--run-id <id>',
  'the run that this is a part of, where several processes share one',
);

export const runIdFromDateOption = new Option(
  '--run-id-from-date <prefix>',
  "as --run-id, of the prefix and today's date in the configuration's time zone: nightly-2026-11-30",
).conflicts('runId');

export const outOption = new Option(
  '--out <dir>',
  'also write the report into this directory, as JSON and in the format',
);
export const verboseOption = new Option('--verbose', 'tell every call on standard error');
export const quietOption = new Option('--quiet', 'tell nothing but failures on standard error').conflicts(
  'verbose',
);
export const noColorOption = new Option('--no-color', 'no colours');

const ALARMS = ['orphan', 'ambiguous'] as const;
export type Alarm = (typeof ALARMS)[number];

export const failOnOption = new Option(
  '--fail-on <verdicts>',
  'exit with 2 when there is one: orphan, ambiguous, or both with a comma between',
)
  .argParser((text: string, before: readonly Alarm[] | undefined): readonly Alarm[] => [
    ...(before ?? []),
    ...text.split(/[,|]/).map((word) => {
      const alarm = ALARMS.find((one) => one === word);
      if (alarm === undefined) throw new InvalidArgumentError('Write orphan, ambiguous, or both.');
      return alarm;
    }),
  ])
  .default([] as readonly Alarm[], 'none');
