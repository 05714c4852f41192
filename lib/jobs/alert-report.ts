import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { AlertedReport } from '../publish/alerts/sight.ts';
import { AuditFailure } from '../terms/failure.ts';
import { NEXT_STEPS, REASONS, VERDICTS } from '../verdict/judgement.ts';

// What alerts are made of, and no more: a report may have further fields.

const count = z.int().min(0).nullable();
const amount = z.number().min(0);

const alertedReport = z.looseObject({
  schemaVersion: z.literal('1'),
  run: z.looseObject({
    id: z.string().min(1),
    asOf: z.iso.datetime(),
    projects: z.array(
      z.looseObject({
        name: z.string(),
        id: z.string().nullable(),
        complete: z.boolean(),
        listed: z.looseObject({ instances: count, volumes: count }),
      }),
    ),
  }),
  summary: z.looseObject({ cost: z.looseObject({ currency: z.string().nullable() }) }),
  findings: z.array(
    z.looseObject({
      resource: z.looseObject({
        kind: z.enum(['instance', 'volume']),
        id: z.string().min(1),
        name: z.string(),
        project: z.string(),
        region: z.string(),
      }),
      verdict: z.enum(VERDICTS),
      reason: z.enum(REASONS),
      nextStep: z.looseObject({ code: z.enum(NEXT_STEPS) }),
      cost: z.looseObject({
        currency: z.string().nullable(),
        perDay: amount.nullable(),
        lingering: z.looseObject({ min: amount, max: amount }).nullable(),
      }),
      ignored: z.looseObject({ reason: z.string(), until: z.string() }).nullable(),
    }),
  ),
});

/**
 * Reads a report that was written as JSON.
 *
 * @throws AuditFailure `bad-usage`: not there, or no report
 */
export async function readReport(file: string): Promise<AlertedReport> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
    throw refused(`the report ${file} cannot be read (${code})`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw refused(`the report ${file} is no JSON`);
  }
  const parsed = alertedReport.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw refused(`${file} is no report of version 1: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

function refused(message: string): AuditFailure {
  return new AuditFailure(
    'bad-usage',
    message,
    'name a file that `orphan-audit audit --format json` or a directory publisher wrote',
  );
}
