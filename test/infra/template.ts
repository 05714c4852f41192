/** A CloudFormation template as osls writes it, read no further than the tests look. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
}

export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

export interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource?: unknown;
}

export function ofType(template: Template, type: string): readonly (readonly [string, Resource])[] {
  return Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
}

/** The value behind some keys; `undefined` where one is missing. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (so, key) =>
      typeof so === 'object' && so !== null
        ? new Map<string, unknown>(Object.entries(so)).get(key)
        : undefined,
    value,
  );
}

/** The resource that a `Ref` or a `Fn::GetAtt` points at. */
export function pointedAt(value: unknown): string | undefined {
  const ref = at(value, 'Ref');
  const attribute = at(value, 'Fn::GetAtt');
  const name = Array.isArray(attribute) ? attribute[0] : ref;
  return typeof name === 'string' ? name : undefined;
}

/** Every policy statement there is, whoever it belongs to. */
export function statementsIn(value: unknown): readonly Statement[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = isStatement(value) ? [value] : [];
  return [...own, ...Object.values(value).flatMap(statementsIn)];
}

function isStatement(value: object): value is Statement {
  return 'Effect' in value && 'Action' in value;
}
