import { stringify } from 'yaml';
import type { ClusterRecord, RecordedInstance, RecordedNodeClaim } from '../ledger/entries.ts';
import type { KnownObject } from '../ledger/facts-history.ts';
import { type Redacted, withoutSecrets } from '../ledger/redaction.ts';
import { formatInstant, type Instant } from '../terms/instants.ts';
import { type Concerned, isConcerned, nodeNameIn } from './concerned.ts';
import type { TicketInput } from './ticket.ts';

/** A file's text, and where in it something was taken out. */
export type Document = Redacted<string>;

/** One YAML document. Everything that goes into a ticket passes here or {@link objectsDocument}, and loses its secrets. */
function yaml(file: string, content: unknown): Document {
  const { value, paths } = withoutSecrets(content);
  return { value: textOf(value), paths: paths.map((path) => `${file}: ${path}`) };
}

function textOf(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Kubernetes objects, one document each, as `kubectl get -o yaml` shows them. */
export function objectsDocument(file: string, objects: readonly KnownObject[]): Document {
  const documents = objects.map(({ name, object, lastSeenAt, isThere }) => {
    const { value, paths } = withoutSecrets(object);
    const seen = `# last seen ${formatInstant(lastSeenAt)}${isThere ? '' : ', gone when they were read again'}`;
    return { text: `${seen}\n${textOf(value)}`, paths: paths.map((path) => `${file}: ${name}: ${path}`) };
  });
  return {
    value: documents.map(({ text }) => text).join('---\n'),
    paths: documents.flatMap(({ paths }) => paths),
  };
}

export function clusterDocument({ check, records, facts }: TicketInput): Document {
  const { cluster, run } = check;
  const last = records.at(-1);
  const { provider } = facts;
  return yaml('cluster.yaml', {
    name: cluster.names.at(-1) ?? null,
    earlierNames: cluster.names.slice(0, -1),
    consoleIds: cluster.consoleIds,
    uid: cluster.uid,
    state: cluster.state,
    lastRecorded:
      last === undefined
        ? null
        : { at: time(last.recordedAt), ...last.cluster, createdAt: time(last.cluster.createdAt) },
    project: run.project,
    provider: provider === undefined ? null : { readAt: time(provider.readAt), ...provider.installation },
  });
}

export function warningsDocument({ facts }: TicketInput): Document {
  return yaml('warnings.yaml', facts.warnings);
}

export function remainingDocument({ check }: TicketInput): Document {
  const { run, summary, coverage, clearance } = check;
  return yaml('remaining.yaml', {
    asOf: run.asOf,
    complete: run.complete,
    problems: run.problems,
    summary,
    coverage,
    clearance,
    resources: check.resources.filter(isConcerned),
  });
}

/** The NodeClaims of the last record that read them, and those of anything that is left, with all that belongs to them. */
export function recordedDocument(input: TicketInput, concerned: readonly Concerned[]): Document {
  const { records, facts } = input;
  const nodes = new Map(facts.nodeClaims.objects.map((claim) => [claim.name, nodeNameIn(claim)]));
  const instances = lastListings(records);
  const claims = claimsToShow(records, concerned).map(({ claim, recordedAt }) => {
    const { name, nodePool = null, providerId, provider } = claim;
    const instance = provider.kind === 'instance' ? instances.get(provider.id) : undefined;
    return {
      nodeClaim: name,
      nodePool,
      providerId,
      node: nodes.get(name) ?? null,
      lastRecordedAt: time(recordedAt),
      instance: instance === undefined ? null : instanceIn(instance),
    };
  });
  return yaml('recorded.yaml', claims);
}

interface Shown {
  readonly claim: RecordedNodeClaim;
  readonly recordedAt: Instant;
}

function claimsToShow(records: readonly ClusterRecord[], concerned: readonly Concerned[]): readonly Shown[] {
  const names = new Set(concerned.map(({ nodeClaim }) => nodeClaim));
  const ids = new Set(concerned.map(({ id }) => id));
  const last = new Set(records.findLast(({ nodeClaims }) => nodeClaims !== undefined)?.nodeClaims);
  const shown = new Map<string, Shown>();
  for (const { nodeClaims = [], recordedAt } of records) {
    for (const claim of nodeClaims) {
      const points = claim.provider.kind === 'instance' && ids.has(claim.provider.id);
      if (!points && !names.has(claim.name) && !last.has(claim)) continue;
      shown.set(`${claim.name} ${claim.providerId}`, { claim, recordedAt });
    }
  }
  return [...shown.values()];
}

function lastListings(records: readonly ClusterRecord[]): ReadonlyMap<string, RecordedInstance> {
  // Records of an unchanged cluster share one list: it is looked at once.
  const lists = new Set(records.map(({ instances = [] }) => instances));
  return new Map([...lists].flatMap((list) => list.map((instance) => [instance.id, instance] as const)));
}

function instanceIn({ id, name, description, createdAt, volumes }: RecordedInstance): object {
  return {
    id,
    name,
    description,
    createdAt: time(createdAt),
    volumes: volumes.map(({ createdAt: volumeCreatedAt, sizeGiB = null, isRoot = null, ...volume }) => ({
      id: volume.id,
      createdAt: time(volumeCreatedAt),
      sizeGiB,
      isRoot,
      isDeleteOnTermination: volume.isDeleteOnTermination ?? null,
    })),
  };
}

function time(at: Instant | undefined): string | null {
  return at === undefined ? null : formatInstant(at);
}
