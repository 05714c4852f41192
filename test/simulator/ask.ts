import https from 'node:https';
import type { ScenarioName } from '../../lib/simulator/scenario.ts';
import { buildScenario } from '../../lib/simulator/scenarios.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../lib/simulator/server.ts';
import type { Project, World } from '../../lib/simulator/world.ts';
import { type Instant, instantFromMs } from '../../lib/terms/instants.ts';

export const NOW = instantFromMs(Date.parse('2026-11-30T00:00:00Z'));

export function theProject(world: World): Project {
  const [project] = world.projects;
  if (project === undefined) throw new Error('the world has no project');
  return project;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, for tests that know its shape. */
  readonly body: Json;
}

/** JSON whose shape the test states by how it reads it: a wrong path gives `undefined`, and the assertion fails. */
export interface Json {
  readonly [key: string]: Json;
}

/** A simulator with a client that knows nothing but paths. */
export class Asked {
  readonly simulator: Simulator;
  readonly project: Project;
  clock: { now: Instant };
  #token: string | undefined;

  constructor(simulator: Simulator, project: Project, clock: { now: Instant }) {
    this.simulator = simulator;
    this.project = project;
    this.clock = clock;
  }

  async token(): Promise<string> {
    this.#token ??= await this.newToken();
    return this.#token;
  }

  async newToken(): Promise<string> {
    const reply = await this.issue(this.project.credential);
    return reply.headers.get('x-subject-token') ?? '';
  }

  issue(
    credential: object,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Promise<Reply> {
    const identity = { methods: ['application_credential'], application_credential: credential };
    const body = Buffer.from(JSON.stringify({ auth: { identity } }));
    return this.send('POST', '/identity/v3/auth/tokens', headers, body);
  }

  async get(path: string, headers?: Record<string, string>): Promise<Reply> {
    return this.send('GET', path, headers ?? { 'x-auth-token': await this.token() });
  }

  async send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array,
  ): Promise<Reply> {
    const response = await fetch(`${this.simulator.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return reply(response.status, response.headers, await response.text());
  }

  /** All rows of a list, page by page. */
  async all(path: string, key: string, limit: number): Promise<Json[]> {
    const rows: Json[] = [];
    for (;;) {
      const { body } = await this.get(`${path}?limit=${limit}&offset=${rows.length}`);
      const page = body[key];
      if (!Array.isArray(page) || page.length === 0) return rows;
      rows.push(...page);
    }
  }

  /** Asks a cluster's own API; the first cluster's, unless another is named. */
  async kubernetes(
    path: string,
    more: { token?: string; method?: string; uid?: string } = {},
  ): Promise<Reply> {
    const uid = more.uid ?? this.project.clusters[0]?.uid ?? '';
    const token = more.token ?? (await this.token());
    return new Promise((resolve, reject) => {
      const request = https.request(
        `${this.simulator.kubernetesUrl}/clusters/${uid}${path}`,
        {
          method: more.method ?? 'GET',
          ca: this.simulator.caCertificatePem,
          headers: { authorization: `Bearer ${token}` },
          agent: false,
        },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => {
            text += chunk.toString();
          });
          response.on('error', reject);
          response.on('end', () => resolve(reply(response.statusCode ?? 0, new Headers(), text)));
        },
      );
      request.on('error', reject);
      request.end();
    });
  }
}

function reply(status: number, headers: Headers, text: string): Reply {
  return {
    status,
    headers,
    text,
    get body(): Json {
      return JSON.parse(text);
    },
  };
}

const open: Simulator[] = [];

/** Closed by {@link closeAll}, which belongs in an `afterEach`. */
export async function simulate(
  what: ScenarioName | World,
  options: Partial<Omit<SimulatorOptions, 'world' | 'clock'>> = {},
): Promise<Asked> {
  const world = typeof what === 'string' ? buildScenario(what, { now: NOW, instances: 300 }).after : what;
  const clock = { now: world.at };
  const simulator = await startSimulator({ ...options, world, clock: () => clock.now });
  open.push(simulator);
  return new Asked(simulator, theProject(world), clock);
}

export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
}

/** The values under a key of each row. */
export function pluck(rows: Json | undefined, key: string): unknown[] {
  if (!Array.isArray(rows)) throw new Error(`these are no rows: ${JSON.stringify(rows)}`);
  return rows.map((row: Json) => row[key]);
}
