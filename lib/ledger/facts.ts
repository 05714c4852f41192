import type { ClusterUid } from '../terms/ids.ts';
import type { Instant } from '../terms/instants.ts';
import type { Readable } from '../terms/readable.ts';
import { fingerprint } from './codec.ts';
import type { FactsEntry, RecordedObjects, RecordedProvider } from './entries.ts';
import { create } from './files.ts';
import type { HelpDeskFacts, ProviderInstallation, RawObject, WarningEvent } from './help-desk.ts';
import type { RecordKey } from './keys.ts';
import type { DamagedFile } from './listing.ts';
import { by } from './order.ts';
import { readFile } from './reading.ts';
import { objectWithoutSecrets, type Redacted, redactedText } from './redaction.ts';
import type { Store } from './store.ts';

/** The Kubernetes kinds whose objects are kept, by the field that keeps them. */
export const KINDS = { nodeClaims: 'NodeClaim', nodePools: 'NodePool', nodeClasses: 'KCNodeClass' } as const;

export interface AppendedFacts {
  /** `undefined`: the cluster said nothing new. */
  readonly key: string | undefined;
  /** The newest facts, when they cannot be understood; then all is written once more. */
  readonly damaged: readonly DamagedFile[];
}

/**
 * Appends what a cluster said for the help desk, without secrets, as far as it is new.
 *
 * @param earlier The keys of the cluster's facts, oldest first.
 * @throws AuditFailure `store-unreadable`, `store-unwritable`
 */
export async function appendFacts(
  store: Store,
  project: string,
  cluster: ClusterUid,
  facts: HelpDeskFacts,
  earlier: readonly RecordKey<'facts'>[],
  now: Instant,
): Promise<AppendedFacts> {
  const newest = earlier.at(-1);
  const file = newest && (await readFile(store, project, newest));
  const before = file?.kind === 'entry' ? file.entry : undefined;
  const damaged = file?.kind === 'damaged' ? [{ key: file.key, why: file.why }] : [];
  const entry = nextFacts(before, facts, cluster, now);
  return { key: entry && (await create(store, project, entry)).key, damaged };
}

/** What is new since the facts before; `undefined`: nothing. What could not be read stays as it was. Pure. */
export function nextFacts(
  before: FactsEntry | undefined,
  facts: HelpDeskFacts,
  cluster: ClusterUid,
  now: Instant,
): FactsEntry | undefined {
  const nodeClaims = nextObjects(KINDS.nodeClaims, before?.nodeClaims, facts.nodeClaims, now);
  const nodePools = nextObjects(KINDS.nodePools, before?.nodePools, facts.nodePools, now);
  const nodeClasses = nextObjects(KINDS.nodeClasses, before?.nodeClasses, facts.nodeClasses, now);
  const provider = nextProvider(before?.provider, facts.provider, now);
  const warnings = nextWarnings(before?.warnings, facts.warnings);
  const parts = [nodeClaims, nodePools, nodeClasses, provider, warnings];
  if (!parts.some(({ isNew }) => isNew)) return undefined;
  return {
    kind: 'facts',
    recordedAt: now,
    cluster,
    provider: provider.part,
    nodeClaims: nodeClaims.part,
    nodePools: nodePools.part,
    nodeClasses: nodeClasses.part,
    warnings: warnings.part,
    redactions: parts.flatMap(({ redactions }) => redactions),
  };
}

interface Next<Part> {
  readonly part: Part | undefined;
  readonly isNew: boolean;
  readonly redactions: readonly string[];
}

function nextObjects(
  kind: string,
  before: RecordedObjects | undefined,
  reading: Readable<readonly RawObject[]>,
  now: Instant,
): Next<RecordedObjects> {
  if (reading.kind === 'unreadable')
    return { part: before && { ...before, news: [] }, isNew: false, redactions: [] };
  const objects = reading.value.toSorted(by(({ name }) => name)).map((one) => redactedObject(kind, one));
  const there = new Map(objects.map(({ value }) => [value.name, fingerprintOf(value)]));
  const known = new Map(Object.entries(before?.there ?? {}));
  const news = objects.filter(({ value: { name } }) => there.get(name) !== known.get(name));
  const isRemoved = [...known.keys()].some((name) => !there.has(name));
  return {
    part: { readAt: now, there: Object.fromEntries(there), news: news.map(({ value }) => value) },
    isNew: before === undefined || news.length > 0 || isRemoved,
    redactions: news.flatMap(({ paths }) => paths),
  };
}

function redactedObject(kind: string, { name, object }: RawObject): Redacted<RawObject> {
  const { value, paths } = objectWithoutSecrets(object);
  return { value: { name, object: value }, paths: paths.map((path) => `${kind} ${name}: ${path}`) };
}

/** Of what a person means when he says that an object has changed. */
function fingerprintOf({ object }: RawObject): string {
  return fingerprint(new TextEncoder().encode(JSON.stringify(comparable(object))));
}

/** What controllers write every few minutes, and what follows from the rest. */
const RESTLESS: ReadonlySet<string> = new Set([
  ...['resourceVersion', 'generation', 'observedGeneration', 'nodeClassObservedGeneration'],
  ...['lastTransitionTime', 'lastHeartbeatTime', 'lastProbeTime', 'lastPodEventTime'],
]);

/** A NodePool's sums over its nodes. */
const SUMS: ReadonlySet<string> = new Set(['resources', 'nodes']);

function comparable({ status, ...object }: RawObject['object']): unknown {
  const { conditions, ...rest } = objectOr(status);
  const kept = Object.entries(rest).filter(([field]) => !SUMS.has(field));
  return withoutRestless({ ...object, status: Object.fromEntries(kept), conditions: settled(conditions) });
}

/** `Consolidatable` comes and goes with pods. */
function settled(conditions: unknown): unknown {
  if (!Array.isArray(conditions)) return conditions;
  return conditions.filter((one) => objectOr(one).type !== 'Consolidatable');
}

function withoutRestless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRestless);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([field]) => !RESTLESS.has(field));
  return Object.fromEntries(kept.map(([field, inner]) => [field, withoutRestless(inner)]));
}

function objectOr(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function nextProvider(
  before: RecordedProvider | undefined,
  reading: Readable<ProviderInstallation>,
  now: Instant,
): Next<RecordedProvider> {
  if (reading.kind === 'unreadable') return { part: before, isNew: false, redactions: [] };
  const { value: installation, paths } = redactedInstallation(reading.value);
  const isNew = JSON.stringify(installation) !== JSON.stringify(before?.installation);
  return { part: { readAt: now, installation }, isNew, redactions: paths };
}

function redactedInstallation(it: ProviderInstallation): Redacted<ProviderInstallation> {
  if (it.kind === 'not-installed') return { value: it, paths: [] };
  const images = it.images.map((image, index) => redactedText(image, `provider: images[${index}]`));
  return {
    value: { ...it, images: images.map(({ value }) => value) },
    paths: images.flatMap(({ paths }) => paths),
  };
}

/** Enough to see what went on, and little enough for a cluster that warns every minute. */
const WARNINGS_KEPT = 100;
const MESSAGE_LENGTH = 1000;

/** A warning that only came again is not new. */
function nextWarnings(
  before: readonly WarningEvent[] | undefined,
  reading: Readable<readonly WarningEvent[]>,
): Next<readonly WarningEvent[]> {
  if (reading.kind === 'unreadable') return { part: undefined, isNew: false, redactions: [] };
  const newest = reading.value
    .toSorted(by(({ lastSeenAt = '', name }) => `${lastSeenAt} ${name}`))
    .slice(-WARNINGS_KEPT);
  const warnings = newest.map((event) => redactedWarning(event));
  const known = new Set(before?.map(subjectOf));
  return {
    part: warnings.map(({ value }) => value),
    isNew: warnings.some(({ value }) => !known.has(subjectOf(value))),
    redactions: warnings.flatMap(({ paths }) => paths),
  };
}

function subjectOf({ about, reason }: WarningEvent): string {
  return `${about}: ${reason}`;
}

function redactedWarning(event: WarningEvent): Redacted<WarningEvent> {
  const { value, paths } = redactedText(event.message, `Event ${event.name}: message`);
  return { value: { ...event, message: value.slice(0, MESSAGE_LENGTH) }, paths };
}
