/**
 * One run against the server of `server.ts`, in a process of its own: `audit` is the product's, `floor` fetches the
 * same pages with the same client at the same concurrency, and parses them. Prints what it took as JSON.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { Agent, request } from 'undici';
import { createKakaoCloud } from '../../lib/adapters/kakaocloud/kakaocloud.ts';
import { createDirectoryStore } from '../../lib/adapters/store/directory.ts';
import { auditProject } from '../../lib/audit.ts';
import { NO_SIGNING } from '../../lib/signing/project-signing.ts';
import { HOUR_MS, instantFromMs, MINUTE_MS } from '../../lib/terms/instants.ts';

export interface Served {
  readonly url: string;
  readonly credential: { readonly id: string; readonly secret: string };
  readonly now: number;
}

const CONCURRENCY = 8;
const PAGE = 1000;
const [kind, text] = process.argv.slice(2);
const served = JSON.parse(text ?? '') as Served;

async function floor(): Promise<number> {
  const agent = new Agent({ connections: CONCURRENCY });
  const limit = pLimit(CONCURRENCY);
  const issued = await request(`${served.url}/identity/v3/auth/tokens`, {
    dispatcher: agent,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      auth: { identity: { methods: ['application_credential'], application_credential: served.credential } },
    }),
  });
  await issued.body.dump();
  const token = String(issued.headers['x-subject-token']);
  const page = async (list: string, offset: number) => {
    const query = `sort_keys=created_at&sort_dirs=asc&limit=${PAGE}&offset=${offset}`;
    const answer = await request(`${served.url}/api/v1/${list}?${query}`, {
      dispatcher: agent,
      headers: { 'x-auth-token': token },
    });
    return JSON.parse(await answer.body.text()) as { pagination: { total: number } } & Record<
      string,
      unknown[]
    >;
  };
  let rows = 0;
  for (const list of ['instances', 'volumes']) {
    const first = await page(list, 0);
    rows += first[list]?.length ?? 0;
    const offsets = Array.from(
      { length: Math.ceil(first.pagination.total / PAGE) - 1 },
      (_, i) => (i + 1) * PAGE,
    );
    const others = await limit.map(offsets, async (offset) => (await page(list, offset))[list]?.length ?? 0);
    for (const count of others) rows += count;
  }
  await agent.close();
  return rows;
}

async function audit(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'orphan-audit-bench-'));
  const { url, credential, now } = served;
  const cloud = createKakaoCloud({
    endpoints: { iam: url, bcs: url, volume: url, kubernetesEngine: url },
    credential,
    concurrency: CONCURRENCY,
    clock: () => instantFromMs(Date.now()),
  });
  const clusters = (await cloud.listClusters()).map(({ name }) => ({
    name,
    uid: undefined,
    deletedAt: undefined,
    witness: 'declared-none' as const,
  }));
  const { listed } = await auditProject(
    {
      name: 'bench',
      region: 'kr-central-2',
      cloud,
      clusters,
      signing: NO_SIGNING,
      witnesses: { ask: () => Promise.reject(new Error('asked')) },
    },
    createDirectoryStore(folder),
    { gracePeriodMs: 30 * MINUTE_MS, deletionPeriodMs: 2 * HOUR_MS, sightings: 2 },
    { runId: 'bench', now: instantFromMs(now), all: false, keep: new Set(), remember: true },
  );
  await cloud.close();
  await rm(folder, { recursive: true });
  if (listed.instances === undefined || listed.volumes === undefined)
    throw new Error('a list could not be read');
  return listed.instances + listed.volumes;
}

const startedAt = performance.now();
const rows = kind === 'floor' ? await floor() : await audit();
const ms = performance.now() - startedAt;
process.stdout.write(`${JSON.stringify({ rows, ms, peakRssMiB: process.resourceUsage().maxRSS / 1024 })}\n`);
