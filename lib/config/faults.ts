import * as z from 'zod';
import { AuditFailure } from '../terms/failure.ts';
import { nearest } from './nearest.ts';
import type { YamlSource } from './yaml-source.ts';

/** One fault of a configuration file: where it stands, what was found there, and what to write instead. */
export function configFault(
  file: string,
  line: number | undefined,
  found: string,
  remedy: string,
): AuditFailure {
  const where = line === undefined ? file : `${file} line ${line}`;
  return new AuditFailure('config-invalid', `${where}: ${found}`, remedy);
}

/** Every fault that the schema found, in the order of the file. */
export function schemaFaults(
  file: string,
  source: YamlSource,
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
): readonly AuditFailure[] {
  return issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => unknownKey(source, schema, issue.path, key))
        : [wrongValue(source, issue)],
    )
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .map(({ line, found, remedy }) => configFault(file, line, found, remedy));
}

interface Fault {
  readonly line: number | undefined;
  readonly found: string;
  readonly remedy: string;
}

function wrongValue(source: YamlSource, issue: z.core.$ZodIssue): Fault {
  const name = issue.path.length === 0 ? 'the file' : pathText(issue.path);
  const value = valueAt(source.value, issue.path);
  const found =
    value === undefined ? `${name} is missing` : `${name} is ${shown(value, isSecret(issue.path))}`;
  return { line: source.lineOf(issue.path), found, remedy: issue.message };
}

function unknownKey(source: YamlSource, schema: z.ZodType, path: readonly PropertyKey[], key: string): Fault {
  const known = keysAt(schema, path, source.value);
  const meant = nearest(key, known);
  // A secret that slipped into the place of a key is no name to be shown.
  const isNameable = !isSecret(path) || meant !== undefined;
  const found = isNameable
    ? `${pathText([...path, key])} is not a known key`
    : `${pathText(path)} has a key that is not known (not shown)`;
  const remedy =
    meant === undefined ? `take it out; known here: ${known.join(', ')}` : `did you mean ${meant}?`;
  return { line: source.lineOfKey(path, key) ?? source.lineOf(path), found, remedy };
}

/** `projects[0].credential.id` */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}

function isSecret(path: readonly PropertyKey[]): boolean {
  if (path.includes('credential')) return true;
  // A keyring that was written out where its file or its variable belongs.
  if (path.includes('keyrings')) return !path.includes('clusters');
  // The address of a webhook often is the secret.
  return path[0] === 'publish' && (path.includes('url') || path.includes('secret'));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null
        ? new Map(Object.entries(inner)).get(String(part))
        : undefined,
    value,
  );
}

/** A value as one sees it in the file, cut short; of a secret only its kind. */
function shown(value: unknown, secret: boolean): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (secret) return 'a literal value (not shown)';
  if (typeof value !== 'string') return String(value);
  const withoutUserInfo = value.replace(/\/\/[^/@]*@/, '//(not shown)@');
  return JSON.stringify(withoutUserInfo.length > 60 ? `${withoutUserInfo.slice(0, 60)}…` : withoutUserInfo);
}

/** The keys that the schema knows at a path; of a union, those of the kind that is written there. */
function keysAt(schema: unknown, path: readonly PropertyKey[], value: unknown): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return keysAt(schema.unwrap(), path, value);
  const [head, ...rest] = path;
  if (schema instanceof z.ZodArray)
    return keysAt(schema.element, rest, valueAt(value, head === undefined ? [] : [head]));
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const fitting = schema.options.filter((option) => isOfKind(option, value));
    const options = fitting.length > 0 ? fitting : schema.options;
    return [...new Set(options.flatMap((option) => keysAt(option, path, value)))];
  }
  if (!(schema instanceof z.ZodObject)) return [];
  return head === undefined
    ? Object.keys(schema.shape)
    : keysAt(schema.shape[String(head)], rest, valueAt(value, [head]));
}

function isOfKind(option: unknown, value: unknown): boolean {
  if (!(option instanceof z.ZodObject) || !(option.shape.kind instanceof z.ZodLiteral)) return false;
  const kind = valueAt(value, ['kind']);
  return [...option.shape.kind.values].some((one) => one === kind);
}
