import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Instant } from '../terms/instants.ts';
import { type Answer, refusal } from './answer.ts';
import { type Call, type CallKind, cloudCall } from './calls.ts';
import { loopbackCertificate } from './certificates.ts';
import { answerCloud } from './cloud.ts';
import { type Effect, type FaultRule, Faults, type RetryAfter } from './faults.ts';
import { ClusterApis, readKubernetesPath } from './kubernetes.ts';
import { Pages, type PagingOptions } from './pages.ts';
import { Tokens } from './tokens.ts';
import type { World } from './world.ts';

export interface SimulatorOptions {
  readonly world: World;
  readonly host?: string;
  /** 0: any free one. */
  readonly port?: number;
  /** Of the clusters' APIs; 0: any free one. */
  readonly kubernetesPort?: number;
  /** Says when tokens are issued and die. */
  readonly clock: () => Instant;
  readonly tokenLifetimeMs?: number;
  readonly paging?: Partial<PagingOptions>;
  readonly faults?: readonly FaultRule[];
}

/** A request as it came in. */
export interface RequestSeen {
  readonly port: 'cloud' | 'kubernetes';
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly at: Instant;
  readonly call: CallKind;
}

export interface Simulator {
  /** Of all services of the cloud: the paths tell them apart. */
  readonly url: string;
  /** Of all clusters' APIs: `<kubernetesUrl>/clusters/<cluster UID>`. */
  readonly kubernetesUrl: string;
  readonly caCertificatePem: string;
  readonly requests: readonly RequestSeen[];
  /** Without a kind: all. */
  requestCount(call?: CallKind): number;
  /** How many requests would have changed something, and were refused. */
  readonly refusedWrites: number;
  setWorld(world: World): void;
  readonly faults: Faults;
  close(): Promise<void>;
}

const PAGING: PagingOptions = { maximumLimit: 1000, isClampTold: true, cacheBytes: 512 * 1024 * 1024 };

/** Serves a world on loopback. Rejects when a port is taken. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { host = '127.0.0.1' } = options;
  const certificate = await loopbackCertificate();
  const simulation = new Simulation(options);
  const kubernetesServer = createSecureServer(
    { key: certificate.privateKeyPem, cert: certificate.certificatePem },
    (request, response) => serving(response, simulation.serveKubernetes(request, response)),
  );
  const cloudServer = createServer((request, response) =>
    serving(response, simulation.serveCloud(request, response)),
  );
  const kubernetesPort = await listen(kubernetesServer, options.kubernetesPort ?? 0, host);
  const port = await listen(cloudServer, options.port ?? 0, host).catch(async (thrown: unknown) => {
    await closed(kubernetesServer);
    throw thrown;
  });
  simulation.kubernetesUrl = `https://${host}:${kubernetesPort}`;
  simulation.caCertificatePem = certificate.caCertificatePem;
  const { requests, faults } = simulation;
  return {
    url: `http://${host}:${port}`,
    kubernetesUrl: simulation.kubernetesUrl,
    caCertificatePem: certificate.caCertificatePem,
    requests,
    requestCount: (call) =>
      call === undefined ? requests.length : requests.filter((one) => one.call === call).length,
    get refusedWrites() {
      return simulation.refusedWrites;
    },
    setWorld: (world) => simulation.setWorld(world),
    faults,
    close: async () => {
      faults.release();
      await Promise.all([closed(cloudServer), closed(kubernetesServer)]);
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A client may hang up in the middle of its request; any other failure is a fault of the simulator and is told. */
function serving(response: ServerResponse, served: Promise<void>): void {
  served.catch((thrown: unknown) => {
    if (response.destroyed || response.headersSent) response.destroy();
    else send(response, refusal('bcs', 500, `the simulator failed: ${String(thrown)}`));
  });
}

class Simulation {
  readonly requests: RequestSeen[] = [];
  readonly faults: Faults;
  refusedWrites = 0;
  kubernetesUrl = '';
  caCertificatePem = '';
  readonly #clock: () => Instant;
  readonly #paging: PagingOptions;
  readonly #tokens: Tokens;
  readonly #clusters = new ClusterApis();
  #world: World;
  #pages: Pages;

  constructor({ world, clock, tokenLifetimeMs, paging, faults }: SimulatorOptions) {
    this.#clock = clock;
    this.#paging = { ...PAGING, ...paging };
    this.#tokens = new Tokens(clock, tokenLifetimeMs);
    this.faults = new Faults(faults);
    this.#world = world;
    this.#pages = new Pages(this.#paging, clock);
    this.#clusters.setWorld(world);
  }

  setWorld(world: World): void {
    this.#world = world;
    this.#pages = new Pages(this.#paging, this.#clock);
    this.#clusters.setWorld(world);
  }

  async serveCloud(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, path, params } = read(request);
    const call = cloudCall(method, path);
    this.#note('cloud', request, call);
    const body = await text(request);
    if (method !== 'GET' && call.kind !== 'issue-token') return this.#refuseWrite(response, call);
    const effects = this.faults.strike(call, Number(params.get('offset') ?? 0) > 0);
    await this.#answer(response, call, effects, () =>
      answerCloud(
        {
          world: this.#world,
          pages: this.#pages,
          tokens: this.#tokens,
          kubernetesUrl: this.kubernetesUrl,
          caCertificatePem: this.caCertificatePem,
        },
        {
          call,
          params,
          headers: {
            contentType: request.headers['content-type'],
            authToken: single(request.headers['x-auth-token']),
            subjectToken: single(request.headers['x-subject-token']),
          },
          body,
          effects,
        },
      ),
    );
  }

  async serveKubernetes(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, path, params } = read(request);
    const wanted = readKubernetesPath(path);
    const call: Call = wanted?.call ?? { kind: 'unknown', service: 'kubernetes' };
    this.#note('kubernetes', request, call);
    await text(request);
    if (method !== 'GET') return this.#refuseWrite(response, call);
    const snapshot = wanted === undefined ? undefined : this.#clusters.snapshot(wanted.clusterUid);
    // A cluster that is gone has no server: nobody is there to say so.
    if (wanted === undefined || snapshot === undefined) return void request.socket.destroy();
    const effects = this.faults.strike(call, params.has('continue'));
    await this.#answer(response, call, effects, () => {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      const projectId = this.#tokens.projectOf(token);
      if (projectId === undefined) return refusal('kubernetes', 401, 'Unauthorized');
      if (projectId !== snapshot.projectId)
        return refusal('kubernetes', 403, 'forbidden: not of this project');
      return this.#clusters.answer(wanted, params, effects);
    });
  }

  #note(port: RequestSeen['port'], request: IncomingMessage, call: Call): void {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    this.requests.push({
      port,
      method: request.method ?? '',
      path,
      query,
      at: this.#clock(),
      call: call.kind,
    });
  }

  #refuseWrite(response: ServerResponse, call: Call): void {
    this.refusedWrites += 1;
    send(response, refusal(call.service, 405, undefined, { allow: 'GET' }));
  }

  async #answer(
    response: ServerResponse,
    call: Call,
    effects: readonly Effect[],
    well: () => Answer,
  ): Promise<void> {
    if (effects.some(({ kind }) => kind === 'hang')) await this.faults.released;
    if (response.destroyed) return;
    if (effects.some(({ kind }) => kind === 'expire-tokens')) this.#tokens.expireAll();
    const replaced = replacement(call, effects, this.#clock());
    if (replaced !== undefined) return send(response, replaced);
    const reset = effects.find((effect) => effect.kind === 'reset');
    if (reset?.when === 'before-headers') return cutOff(response);
    const answer = well();
    if (reset !== undefined) return sendHalf(response, answer);
    send(response, answer);
  }
}

/** What a fault says instead of the service. */
function replacement(call: Call, effects: readonly Effect[], now: Instant): Answer | undefined {
  for (const effect of effects) {
    switch (effect.kind) {
      case 'status':
        return refusal(call.service, effect.status, undefined, retryAfter(effect.retryAfter, now));
      case 'empty-body':
        return { status: 200, headers: { 'content-type': 'application/json' }, body: '' };
      case 'html':
        return {
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: '<!doctype html><title>Maintenance</title><p>We will be back soon.</p>\n',
        };
      default:
        break;
    }
  }
  return undefined;
}

function retryAfter(wanted: RetryAfter | undefined, now: Instant): Record<string, string> {
  switch (wanted?.form) {
    case undefined:
      return {};
    case 'seconds':
      return { 'retry-after': String(wanted.seconds) };
    case 'http-date':
      return { 'retry-after': new Date(now + wanted.inMs).toUTCString() };
    case 'text':
      return { 'retry-after': wanted.text };
  }
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Only a plain TCP socket can be reset; under TLS the connection ends without a word. */
function cutOff({ socket }: ServerResponse): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket?.resetAndDestroy();
}

function sendHalf(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.socket?.destroy());
}

function read(request: IncomingMessage): { method: string; path: string; params: URLSearchParams } {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  return { method: request.method ?? '', path, params: new URLSearchParams(query) };
}

async function text(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
