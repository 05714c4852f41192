import { setTimeout as timer } from 'node:timers/promises';
import type { Cloud, Found } from '../../inventory/cloud.ts';
import type { Instance } from '../../inventory/instance.ts';
import type { Volume } from '../../inventory/volume.ts';
import { AuditFailure } from '../../terms/failure.ts';
import type { ResourceId } from '../../terms/ids.ts';
import type { Instant } from '../../terms/instants.ts';
import { type Asked, parse, shown, unexpected } from './answers.ts';
import {
  GET_CLUSTER,
  GET_INSTANCE,
  GET_KUBECONFIG,
  GET_VOLUME,
  type GetCall,
  LIST_CLUSTERS,
  LIST_INSTANCES,
  LIST_SNAPSHOTS,
  LIST_VOLUMES,
  pathFor,
} from './calls.ts';
import { type Credential, type Endpoints, type Log, openDoor } from './door.ts';
import type { TokenAnswer } from './early-token.ts';
import { type Page, readWhole } from './listing.ts';
import { foreignTo, gatherInstances, gatherSnapshots, gatherVolumes, type ListGathering } from './lists.ts';
import { descriptionMark, LONGEST_DESCRIPTION } from './marks.ts';
import { readCluster, readInstance, readVolume } from './rows.ts';
import { openSession, type Session } from './session.ts';
import { keepToken } from './token.ts';
import { clusterAnswer, clustersAnswer, instanceAnswer, pagination, volumeAnswer } from './wire.ts';

export interface KakaoCloudOptions {
  /** {@link defaultEndpoints} of the region, unless the configuration says otherwise. */
  readonly endpoints: Endpoints;
  /** The IAM access key of the one project that this cloud is. */
  readonly credential: Credential;
  /** What was answered to a request for a token that was sent already. */
  readonly earlyToken?: Promise<TokenAnswer | undefined> | undefined;
  /** A call that keeps failing is given up after this. */
  readonly retryBudgetMs?: number;
  /** When the run must have ended; `undefined`: whenever. */
  readonly deadline?: Instant | undefined;
  /** Ends everything that is under way, waits included. */
  readonly signal?: AbortSignal | undefined;
  /** Requests at once. */
  readonly concurrency?: number;
  readonly clock: () => Instant;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
  readonly log?: Log;
}

/** One project of KakaoCloud. */
export interface KakaoCloud extends Cloud {
  /** A living IAM token: most likely it is also what a cluster's API server takes (kakaocloud-api 11). */
  token(): Promise<string>;
  /** The kubeconfig that the cloud gives out for a cluster, as it came; `not-found` when there is no such cluster. */
  getKubeconfig(clusterName: string): Promise<string>;
  /** Ends what is still under way. */
  close(): Promise<void>;
}

const DEFAULT_RETRY_BUDGET_MS = 30_000;
const DEFAULT_CONCURRENCY = 8;

/** The public hosts of a region. IAM's is the same for all (kakaocloud-api 6.2). */
export function defaultEndpoints(region: string): Endpoints {
  const host = (service: string) => `https://${service}.${region}.kakaocloud.com`;
  return {
    iam: 'https://iam.kakaocloud.com',
    bcs: host('bcs'),
    volume: host('volume'),
    kubernetesEngine: host('kubernetes-engine'),
  };
}

/** Opens a project of KakaoCloud. Nothing is sent before the first call. */
export function createKakaoCloud(options: KakaoCloudOptions): KakaoCloud {
  const concurrency = options.concurrency ?? DEFAULT_CONCURRENCY;
  const log = options.log ?? { debug: () => {} };
  const door = openDoor({
    endpoints: options.endpoints,
    credential: options.credential,
    earlyToken: options.earlyToken,
    retryBudgetMs: options.retryBudgetMs ?? DEFAULT_RETRY_BUDGET_MS,
    deadline: options.deadline,
    signal: options.signal,
    concurrency,
    clock: options.clock,
    sleep: options.sleep ?? ((ms, signal) => timer(ms, undefined, { signal })),
    random: options.random ?? Math.random,
    log,
  });
  const session = openSession(door, keepToken(door.issueToken, options.clock));

  async function getInstance(id: ResourceId) {
    return ownProjects(
      await getFound(session, GET_INSTANCE, id, (answer, asked) => {
        const instance = readInstance(parse(instanceAnswer(), answer, asked).instance);
        return isAsked('instance.id', id, instance.id, asked, instance);
      }),
    );
  }

  async function getVolume(id: ResourceId) {
    return ownProjects(
      await getFound(session, GET_VOLUME, id, (answer, asked) => {
        const volume = readVolume(parse(volumeAnswer(), answer, asked).volume);
        return isAsked('volume.id', id, volume.id, asked, volume);
      }),
    );
  }

  /** What belongs to another project is never judged, whichever call shows it. */
  async function ownProjects<T extends Instance | Volume>(found: Found<T>): Promise<Found<T>> {
    const { id } = await session.project();
    if (found.kind === 'gone' || !foreignTo(id)(found.value.projectId)) return found;
    throw new AuditFailure(
      'foreign-project',
      `${found.value.kind} ${found.value.id} belongs to the project ${found.value.projectId}, and the credential to ${id}`,
      'give each project the credential of its own; nothing is said of this resource',
    );
  }

  const isThere = (get: (id: ResourceId) => Promise<Found<unknown>>) => async (id: ResourceId) =>
    (await get(id)).kind === 'found';

  async function list<Listing>(paged: PagedCall<Listing>): Promise<Listing> {
    const gathering = await readWhole({
      asked: paged.call,
      concurrency,
      readPage: (offset, limit, take) =>
        session.get({
          service: paged.call.service,
          path: paged.call.path,
          query: { sort_keys: 'created_at', sort_dirs: 'asc', limit, offset },
          read: (body) => take(readPage(paged, body)),
        }),
      begin: paged.begin,
      isThere: paged.isThere,
      onBroken: (why) =>
        log.debug({ list: paged.key, why }, 'a list did not come out whole and is read again'),
    });
    return gathering.listing();
  }

  return {
    project: session.project,
    listInstances: async (filter) => {
      const { id } = await session.project();
      const begin = () => gatherInstances(filter, id);
      return list({
        call: LIST_INSTANCES,
        key: 'instances',
        mayBeAbsent: false,
        begin,
        isThere: isThere(getInstance),
      });
    },
    listVolumes: async (filter) => {
      const { id } = await session.project();
      const begin = () => gatherVolumes(filter, id);
      return list({
        call: LIST_VOLUMES,
        key: 'volumes',
        mayBeAbsent: true,
        begin,
        isThere: isThere(getVolume),
      });
    },
    // A snapshot only warns, and none is ever called gone: it needs no GET by ID.
    listSnapshots: (volumeIds) => {
      const begin = () => gatherSnapshots(volumeIds);
      return list({ call: LIST_SNAPSHOTS, key: 'snapshots', mayBeAbsent: true, begin, isThere: undefined });
    },
    listClusters: () =>
      session.get({
        service: LIST_CLUSTERS.service,
        path: LIST_CLUSTERS.path,
        read: (body) => parse(clustersAnswer(), body, LIST_CLUSTERS).clusters.map(readCluster),
      }),
    getInstance,
    getVolume,
    getCluster: (name) =>
      getFound(session, GET_CLUSTER, name, (answer, asked) => {
        const cluster = readCluster(parse(clusterAnswer(), answer, asked).cluster);
        return isAsked('cluster.name', name, cluster.name, asked, cluster);
      }),
    readDescription: descriptionMark,
    descriptionLimit: LONGEST_DESCRIPTION,
    token: session.token,
    getKubeconfig: async (clusterName) => {
      const path = pathFor(GET_KUBECONFIG, clusterName);
      return session.get({ service: GET_KUBECONFIG.service, path, form: 'text', read: String });
    },
    close: door.close,
  };
}

/** A GET of one thing: a 404 of the API means that it is gone. */
async function getFound<T>(
  session: Session,
  call: GetCall,
  idOrName: string,
  read: (answer: unknown, asked: Asked) => T,
): Promise<Found<T>> {
  const asked: Asked = { method: 'GET', service: call.service, path: pathFor(call, idOrName) };
  try {
    const value = await session.get({
      service: asked.service,
      path: asked.path,
      read: (body) => read(body, asked),
    });
    return { kind: 'found', value };
  } catch (thrown) {
    if (thrown instanceof AuditFailure && thrown.code === 'not-found') return { kind: 'gone' };
    throw thrown;
  }
}

/** What was asked for, not something else. */
function isAsked<T>(field: string, wanted: string, got: string, asked: Asked, value: T): T {
  if (got !== wanted)
    throw unexpected(asked, `${field} = ${shown(got)} where ${shown(wanted)} was asked for`);
  return value;
}

interface PagedCall<Listing> {
  readonly call: GetCall;
  /** The name of the array in the answer. */
  readonly key: string;
  /** Where it may be null or left out when the total is 0 (kakaocloud-api 13). */
  readonly mayBeAbsent: boolean;
  readonly begin: () => ListGathering<Listing>;
  readonly isThere: ((id: ResourceId) => Promise<boolean>) | undefined;
}

function readPage(
  { call, key, mayBeAbsent }: Pick<PagedCall<unknown>, 'call' | 'key' | 'mayBeAbsent'>,
  body: unknown,
): Page {
  const total = parse(pagination(), body, call).pagination.total ?? undefined;
  const rows: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, key) : undefined;
  if (Array.isArray(rows)) return { rows, total };
  if (mayBeAbsent && total === 0 && (rows === null || rows === undefined)) return { rows: [], total };
  throw unexpected(call, `${key} = ${shown(rows)} where a list of rows belongs`);
}
