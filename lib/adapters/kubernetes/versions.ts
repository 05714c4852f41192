import * as z from 'zod';
import { AuditFailure } from '../../terms/failure.ts';
import { jsonOf, statusFailure, unreadableAnswer } from './answers.ts';
import {
  type DiscoveryCall,
  KARPENTER_VERSIONS,
  NODE_CLASS_VERSIONS,
  pathOf,
  type ResourceCall,
} from './calls.ts';
import type { Connection } from './connection.ts';

/** Which versions of an API group a cluster serves, and which of them it prefers. */
export interface ServedVersions {
  readonly all: readonly string[];
  readonly preferred: string;
}

const VERSION = z.object({ version: z.string().min(1) });
/** In order of preference; `preferredVersion` may be left out. */
const API_GROUP = z.object({ versions: z.tuple([VERSION], VERSION), preferredVersion: VERSION.optional() });

/** `undefined`: the cluster does not serve the group at all. */
export async function servedVersions(
  connection: Connection,
  call: DiscoveryCall,
): Promise<ServedVersions | undefined> {
  const answer = await connection.get(pathOf(call), await connection.authorize());
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw statusFailure(connection, call, answer);
  const group = API_GROUP.safeParse(jsonOf(connection, call, answer));
  if (!group.success) throw unreadableAnswer(connection, call, 'names no versions');
  const { versions, preferredVersion } = group.data;
  return { all: versions.map((it) => it.version), preferred: (preferredVersion ?? versions[0]).version };
}

/** Says what a 404 for a whole type means. It never means "there are none" (verdicts.md, "readable"). */
export async function typeMissing(connection: Connection, call: ResourceCall): Promise<AuditFailure> {
  const discovery = [KARPENTER_VERSIONS, NODE_CLASS_VERSIONS].find((it) => it.apiGroup === call.apiGroup);
  const served = discovery && (await servedVersions(connection, discovery));
  if (served !== undefined && call.version !== undefined && !served.all.includes(call.version)) {
    const old = served.all.map((version) => `${call.apiGroup}/${version}`).join(', ');
    return new AuditFailure(
      'witness-version-too-old',
      `${connection.cluster} serves only ${old}; this program reads ${call.resource} as ${call.apiGroup}/${call.version}`,
      'upgrade Karpenter in that cluster to 1.0 or later',
    );
  }
  return new AuditFailure(
    'witness-type-missing',
    `${connection.cluster} knows no ${call.resource}${call.apiGroup === '' ? '' : ` of ${call.apiGroup}`} (HTTP 404), which does not mean that there are none`,
    'a cluster without Karpenter: say so in the configuration (witness: none, with a reason); one with Karpenter: bring its custom resource definitions back',
  );
}
