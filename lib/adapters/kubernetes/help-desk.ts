import * as z from 'zod';
import type {
  HelpDesk,
  HelpDeskFacts,
  ProviderInstallation,
  RawObject,
  WarningEvent,
} from '../../ledger/help-desk.ts';
import { asFailure } from '../../terms/failure.ts';
import { readable, unreadable } from '../../terms/readable.ts';
import { jsonOf, statusFailure, unreadableAnswer } from './answers.ts';
import {
  CLUSTER_EVENTS,
  NODE_CLAIMS,
  NODE_CLASS_VERSIONS,
  NODE_CLASSES,
  NODE_POOLS,
  PROVIDER,
  PROVIDER_EVENTS,
  pathOf,
} from './calls.ts';
import type { Connection } from './connection.ts';
import { listWhole } from './listing.ts';
import type { KubernetesOptions } from './options.ts';
import { servedVersions, typeMissing } from './versions.ts';

/** What clusters say for the help desk, by the Kubernetes API. Reads and never writes: see calls.ts. */
export function createHelpDesk(options: KubernetesOptions): HelpDesk {
  return {
    async gather(cluster) {
      try {
        const { withCluster } = await import('./reach.ts');
        return await withCluster(cluster, options, readFacts);
      } catch (thrown) {
        const unread = unreadable(asFailure(thrown));
        return {
          nodeClaims: unread,
          nodePools: unread,
          nodeClasses: unread,
          warnings: unread,
          provider: unread,
        };
      }
    },
  };
}

async function readFacts(connection: Connection): Promise<HelpDeskFacts> {
  const [nodeClaims, nodePools, nodeClasses, warnings, provider] = await Promise.all([
    readable(() => listWhole(connection, NODE_CLAIMS, RAW)),
    readable(() => listWhole(connection, NODE_POOLS, RAW)),
    readable(() => readNodeClasses(connection)),
    readable(() => readWarnings(connection)),
    readable(() => readProvider(connection)),
  ]);
  return { nodeClaims, nodePools, nodeClasses, warnings, provider };
}

const RAW = z.looseObject({ metadata: z.looseObject({ name: z.string().min(1) }) }).transform(
  ({ apiVersion, kind, metadata: { managedFields: _, ...metadata }, ...rest }): RawObject => ({
    name: metadata.name,
    object: { apiVersion, kind, metadata, ...rest },
  }),
);

async function readNodeClasses(connection: Connection): Promise<readonly RawObject[]> {
  const served = await servedVersions(connection, NODE_CLASS_VERSIONS);
  if (served === undefined) throw await typeMissing(connection, NODE_CLASSES);
  return listWhole(connection, NODE_CLASSES, RAW, { version: served.preferred });
}

const EVENT = z
  .object({
    metadata: z.object({ name: z.string().min(1) }),
    involvedObject: z.object({ kind: z.string().nullish(), name: z.string().nullish() }),
    reason: z.string().nullish(),
    message: z.string().nullish(),
    count: z.number().nullish(),
    lastTimestamp: z.string().nullish(),
    eventTime: z.string().nullish(),
  })
  .transform((event) => ({
    kind: event.involvedObject.kind,
    name: event.metadata.name,
    about: `${event.involvedObject.kind} ${event.involvedObject.name}`,
    reason: event.reason ?? '',
    message: event.message ?? '',
    count: event.count ?? undefined,
    lastSeenAt: event.lastTimestamp ?? event.eventTime ?? undefined,
  }));

/** Kubernetes keeps events for an hour, and those about objects without a namespace in `default`, among all others. */
const ABOUT_NODES: ReadonlySet<unknown> = new Set(['Node', 'NodeClaim', 'NodePool', 'KCNodeClass']);

async function readWarnings(connection: Connection): Promise<readonly WarningEvent[]> {
  const onlyWarnings = { fieldSelector: 'type=Warning' };
  const [ofProvider, ofDefault] = await Promise.all([
    listWhole(connection, PROVIDER_EVENTS, EVENT, onlyWarnings),
    listWhole(connection, CLUSTER_EVENTS, EVENT, onlyWarnings),
  ]);
  return [...ofProvider, ...ofDefault.filter((event) => ABOUT_NODES.has(event.kind))].map(
    ({ kind: _, ...event }) => event,
  );
}

const DEPLOYMENT = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()).nullish() }),
  spec: z.object({
    template: z.object({ spec: z.object({ containers: z.array(z.object({ image: z.string() })) }) }),
  }),
});

async function readProvider(connection: Connection): Promise<ProviderInstallation> {
  const answer = await connection.get(pathOf(PROVIDER), await connection.authorize());
  if (answer.status === 404) return { kind: 'not-installed' };
  if (answer.status !== 200) throw statusFailure(connection, PROVIDER, answer);
  const deployment = DEPLOYMENT.safeParse(jsonOf(connection, PROVIDER, answer));
  if (!deployment.success) throw unreadableAnswer(connection, PROVIDER, 'is not a Deployment');
  const { metadata, spec } = deployment.data;
  return {
    kind: 'installed',
    chart: metadata.labels?.['helm.sh/chart'],
    images: spec.template.spec.containers.map((it) => it.image),
  };
}
