import * as z from 'zod';
import { AuditFailure } from '../../terms/failure.ts';
import { type KubernetesCall, spoken } from './calls.ts';
import type { Answer, Connection } from './connection.ts';

/** The JSON of a 200. An empty body is a failure of its own: it looks like an empty list and is none. */
export function jsonOf(connection: Connection, call: KubernetesCall, { text }: Answer): unknown {
  if (text.trim() === '') {
    throw new AuditFailure(
      'answer-empty',
      `${connection.cluster} answered "${spoken(call)}" with nothing at all`,
      'see what stands between this machine and the API server; an API server always answers with an object',
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would quote the answer.
    throw new AuditFailure(
      'answer-not-json',
      `${connection.cluster} answered "${spoken(call)}" with something that is not JSON`,
      'see what stands between this machine and the API server (a sign-in page, a proxy)',
    );
  }
}

/** A list or object that came, but cannot be relied on. `what` ends the sentence. */
export function unreadableAnswer(connection: Connection, call: KubernetesCall, what: string): AuditFailure {
  return new AuditFailure(
    'witness-unreadable',
    `the answer of ${connection.cluster} to "${spoken(call)}" ${what}`,
    'run again; if it stays so, please report it: the API server speaks otherwise than Kubernetes is known to',
  );
}

/** Any status but 200, and but the 404 and 410 which some callers understand. */
export function statusFailure(connection: Connection, call: KubernetesCall, answer: Answer): AuditFailure {
  const { cluster, way, credential } = connection;
  const { status } = answer;
  if (status === 401) {
    return new AuditFailure(
      'unauthorized',
      `${cluster} does not accept ${credential} (HTTP 401)`,
      'renew the credential; a cluster that does not take the IAM token as bearer needs a kubeconfig in the configuration (clusters[].kubeconfig)',
    );
  }
  if (status === 403) {
    const user = userIn(answer.text);
    return new AuditFailure(
      'forbidden',
      `${cluster} does not let ${user === undefined ? credential : `the user "${user}"`} ${spoken(call)} (HTTP 403)`,
      'bind that user to the roles in infra/kubernetes/rbac/rbac.yaml: they allow exactly what this program reads',
    );
  }
  const message = `${cluster} answered ${status} to "${spoken(call)}"`;
  if (status === 429) {
    return new AuditFailure('rate-limited', message, 'run again when the API server is less busy');
  }
  if (status >= 500) {
    return new AuditFailure(
      'server-failed',
      message,
      "run again; if it stays so, see the API server's own health",
    );
  }
  if (status >= 300 && status < 400) {
    return new AuditFailure('redirected', message, `see that the server in ${way} is the API server itself`);
  }
  if (status < 300) {
    return new AuditFailure(
      'answer-unexpected',
      message,
      `see that the server in ${way} is the API server itself`,
    );
  }
  return new AuditFailure(
    'request-refused',
    message,
    'please report it: this program asks for nothing unusual',
  );
}

const STATUS = z.object({ message: z.string() });

/** Whom the API server took us for: `system:anonymous` tells that no credential reached it. */
function userIn(text: string): string | undefined {
  try {
    const status = STATUS.safeParse(JSON.parse(text));
    return status.success ? /User "([^"]+)"/.exec(status.data.message)?.[1] : undefined;
  } catch {
    return undefined;
  }
}
