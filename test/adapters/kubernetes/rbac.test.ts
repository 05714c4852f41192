import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { CALLS, type KubernetesCall, pathOf } from '../../../lib/adapters/kubernetes/calls.ts';

const RULE = z.union([
  z.strictObject({
    apiGroups: z.array(z.string()),
    resources: z.array(z.string()),
    resourceNames: z.array(z.string()).optional(),
    verbs: z.array(z.string()),
  }),
  z.strictObject({ nonResourceURLs: z.array(z.string()), verbs: z.array(z.string()) }),
]);

const SUBJECT = z.strictObject({
  kind: z.literal('ServiceAccount'),
  name: z.string(),
  namespace: z.string(),
});
const REF = z.strictObject({ apiGroup: z.string(), kind: z.string(), name: z.string() });
const META = z.strictObject({ name: z.string(), namespace: z.string().optional() });

const OBJECT = z.discriminatedUnion('kind', [
  z.strictObject({ apiVersion: z.string(), kind: z.literal('ServiceAccount'), metadata: META }),
  z.strictObject({
    apiVersion: z.string(),
    kind: z.literal(['ClusterRole', 'Role']),
    metadata: META,
    rules: z.array(RULE),
  }),
  z.strictObject({
    apiVersion: z.string(),
    kind: z.literal(['ClusterRoleBinding', 'RoleBinding']),
    metadata: META,
    roleRef: REF,
    subjects: z.array(SUBJECT),
  }),
]);

const objects = parseAllDocuments(await readFile('infra/kubernetes/rbac/rbac.yaml', 'utf8')).map((document) =>
  OBJECT.parse(document.toJS()),
);

const roles = objects.flatMap((it) => ('rules' in it ? [it] : []));
const bindings = objects.flatMap((it) => ('roleRef' in it ? [it] : []));
const accounts = objects.filter((it) => it.kind === 'ServiceAccount');

/** One permission as a line: verb, what, where, which. */
function line(verb: string, what: string, namespace = '*', name = '*'): string {
  return [verb, what, namespace, name].join(' ');
}

function permitted(): string[] {
  return roles.flatMap(({ metadata, rules }) =>
    rules.flatMap((rule) => {
      const what =
        'nonResourceURLs' in rule
          ? rule.nonResourceURLs
          : rule.apiGroups.flatMap((group) => rule.resources.map((resource) => `${resource}.${group}`));
      const names = ('resourceNames' in rule && rule.resourceNames) || ['*'];
      return rule.verbs.flatMap((verb) =>
        what.flatMap((it) => names.map((name) => line(verb, it, metadata.namespace, name))),
      );
    }),
  );
}

function needed(call: KubernetesCall): string {
  return call.kind === 'discovery'
    ? line(call.verb, pathOf(call))
    : line(call.verb, `${call.resource}.${call.apiGroup}`, call.namespace, call.name);
}

describe('infra/kubernetes/rbac/rbac.yaml', () => {
  it('allows exactly what the adapter reads', () => {
    expect(permitted().toSorted()).toEqual(CALLS.map(needed).toSorted());
  });

  it('allows neither to change anything nor to see a Secret', () => {
    for (const permission of permitted()) {
      expect(permission).toMatch(/^(get|list) /);
      expect(permission).not.toMatch(/secret|\*\.|\.\*/);
    }
  });

  it('binds every role to the one service account, in its own place', () => {
    expect(accounts).toHaveLength(1);
    const account = accounts.map(({ metadata }) => ({ kind: 'ServiceAccount', ...metadata }));
    expect(
      bindings.map(({ kind, metadata, roleRef, subjects }) => ({ kind, metadata, roleRef, subjects })),
    ).toEqual(
      roles.map(({ kind, metadata }) => ({
        kind: `${kind}Binding`,
        metadata,
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: metadata.name },
        subjects: account,
      })),
    );
  });
});
