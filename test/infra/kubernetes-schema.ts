import { fileURLToPath } from 'node:url';
import ts from 'typescript';

// The types of @kubernetes/client-node are made from Kubernetes' OpenAPI description. An object literal of such a type
// compiles only when every field is known, every required one is there, and every value has its type: a schema that is
// validated without any network, at the version in the lock file.

/** The one `apiVersion` of each kind that the manifests may use, and its type. */
const TYPES: Readonly<Record<string, string>> = {
  'v1 Namespace': 'V1Namespace',
  'v1 ServiceAccount': 'V1ServiceAccount',
  'v1 ConfigMap': 'V1ConfigMap',
  'v1 PersistentVolumeClaim': 'V1PersistentVolumeClaim',
  'batch/v1 CronJob': 'V1CronJob',
  'batch/v1 Job': 'V1Job',
  'networking.k8s.io/v1 NetworkPolicy': 'V1NetworkPolicy',
  'rbac.authorization.k8s.io/v1 Role': 'V1Role',
  'rbac.authorization.k8s.io/v1 RoleBinding': 'V1RoleBinding',
  'rbac.authorization.k8s.io/v1 ClusterRole': 'V1ClusterRole',
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': 'V1ClusterRoleBinding',
};

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What is wrong with each object, one list an object: the line of it and the sentence. */
export function schemaFaults(objects: readonly KubernetesObject[]): readonly (readonly string[])[] {
  const file = fileURLToPath(new URL('./manifests-as-types.ts', import.meta.url));
  const starts: number[] = [];
  let text = "import type * as k8s from '@kubernetes/client-node';\n";
  objects.forEach((object, index) => {
    const type = TYPES[`${object.apiVersion} ${object.kind}`] ?? 'ThisKindIsNotAmongThem';
    starts.push(text.length);
    text += `export const object${index}: k8s.${type} = ${JSON.stringify(object, undefined, 1)};\n`;
  });
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  const faults: string[][] = objects.map(() => []);
  for (const { start = 0, messageText } of program.getSemanticDiagnostics(source)) {
    const at = starts.findLastIndex((begin) => begin <= start);
    const line = text.slice(text.lastIndexOf('\n', start) + 1, text.indexOf('\n', start)).trim();
    const sentence = ts.flattenDiagnosticMessageText(messageText, ' ');
    // A diagnostic before the first object is about the types themselves: then nothing was checked at all.
    if (at === -1) throw new Error(sentence);
    faults[at]?.push(`${line}: ${sentence}`);
  }
  return faults;
}
