import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { appendFacts } from '../../lib/ledger/facts.ts';
import type { HelpDeskFacts } from '../../lib/ledger/help-desk.ts';
import { listLedger } from '../../lib/ledger/listing.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { HOUR_MS, plusMs } from '../../lib/terms/instants.ts';
import { read, unreadable } from '../../lib/terms/readable.ts';
import { type TicketOptions, ticket } from '../../lib/ticket.ts';
import { archive } from '../../lib/ticketing/archive.ts';
import type { Ticket } from '../../lib/ticketing/ticket.ts';
import {
  aRawNodeClaim,
  aRawNodeClass,
  aRawNodePool,
  aWarning,
  fakeHelpDesk,
  someFacts,
  UNREADABLE_FACT,
} from '../builders/help-desk.ts';
import { aCluster, aNodeClaim, anInstance } from '../builders/inventory.ts';
import {
  aClusterUid,
  anId,
  aRecord,
  aRecordedCluster,
  aRecordedInstance,
  aRecordedNodeClaim,
  at,
} from '../builders/ledger.ts';
import { aWorld, type CheckedWorld, check, NOW, PROJECT } from '../check/world.ts';

const UID = aClusterUid();
const RECORDED = at('2026-11-01T00:00:00Z');

const onNode = (name: string, nodeName: string) =>
  aRawNodeClaim(name, { status: { nodeName, providerID: 'kakaocloud:///x' } });

/** The leftover's NodeClaim and one that went earlier, with a KCNodeClass that holds a script. */
const FACTS: Partial<HelpDeskFacts> = {
  nodeClaims: read([onNode('general-7k2lq', 'host-10-20-1-31'), aRawNodeClaim('general-old')]),
  nodeClasses: read([aRawNodeClass({ userData: '#!/bin/sh\necho hunter2', zones: ['a'] })]),
  warnings: read([aWarning({ message: 'refused: token=hunter2' })]),
};

async function recordFacts(
  world: CheckedWorld,
  facts: Partial<HelpDeskFacts> = FACTS,
  hours = 0,
): Promise<void> {
  const keys = (await listLedger(world.store, PROJECT)).facts.get(UID) ?? [];
  await appendFacts(world.store, PROJECT, UID, someFacts(facts), keys, plusMs(RECORDED, hours * HOUR_MS));
}

/** A cluster that is gone, and one instance of it that is left. */
async function aftermath(over: Parameters<typeof anInstance>[0] = {}): Promise<CheckedWorld> {
  return aWorld({ instances: [anInstance({ volumes: [], ...over })] });
}

async function ticketOf(world: CheckedWorld, over: Partial<TicketOptions> = {}): Promise<Ticket> {
  const language = over.language ?? 'en';
  return ticket({
    store: world.store,
    project: PROJECT,
    cluster: UID,
    check: await check(world, { language }),
    live: undefined,
    now: NOW,
    language,
    timezone: 'Asia/Seoul',
    ...over,
  });
}

function textIn({ files }: Ticket, path: string): string {
  const file = files.find((one) => one.path === path);
  if (file === undefined) throw new TypeError(`no ${path} in the ticket`);
  return new TextDecoder().decode(file.bytes);
}
const documentsIn = (made: Ticket, path: string) =>
  parseAllDocuments(textIn(made, path)).map((document) => document.toJS());

describe('a ticket', () => {
  it('holds what the help desk asks for', async () => {
    const world = await aftermath();
    await recordFacts(world);
    const made = await ticketOf(world);
    expect(made.folder).toBe('ticket-shop-20261110T000000Z');
    expect(made.files.map(({ path }) => path)).toEqual([
      'index.md',
      'what-happened.md',
      'cluster.yaml',
      'kcnodeclasses.yaml',
      'nodepools.yaml',
      'nodeclaims.yaml',
      'warnings.yaml',
      'recorded.yaml',
      'remaining.yaml',
      'redactions.txt',
    ]);
    expect(parse(textIn(made, 'cluster.yaml'))).toMatchObject({
      name: 'shop',
      uid: UID,
      consoleIds: [anId(0xc1)],
      state: { kind: 'gone' },
      lastRecorded: { at: '2026-11-01T00:00:00Z', phase: 'Provisioned' },
      provider: { chart: 'karpenter-provider-kakaocloud-1.2.0' },
    });
    expect(documentsIn(made, 'nodepools.yaml')).toEqual([aRawNodePool().object]);
    expect(documentsIn(made, 'nodeclaims.yaml')).toMatchObject([
      { metadata: { name: 'general-7k2lq' }, status: { nodeName: 'host-10-20-1-31' } },
      { metadata: { name: 'general-old' } },
    ]);
    expect(parse(textIn(made, 'warnings.yaml'))).toMatchObject([{ reason: 'FailedTermination' }]);
    expect(parse(textIn(made, 'recorded.yaml'))).toMatchObject([
      {
        nodeClaim: 'general-7k2lq',
        nodePool: 'general',
        providerId: `kakaocloud:///kr-central-2-a/${anId(1)}`,
        node: 'host-10-20-1-31',
        lastRecordedAt: '2026-11-01T00:00:00Z',
        instance: { id: anId(1), volumes: [{ id: anId(0x101), isRoot: true }] },
      },
    ]);
    expect(parse(textIn(made, 'remaining.yaml'))).toMatchObject({
      complete: true,
      resources: [{ id: anId(1), finding: { verdict: 'orphan', reason: 'cluster-gone' } }],
    });
    expect(made.gaps).toEqual([]);
  });

  it.each(['en', 'ko'] as const)('has an index in %s', async (language) => {
    const world = await aftermath();
    await recordFacts(world);
    const made = await ticketOf(world, { language });
    await expect(textIn(made, 'index.md')).toMatchFileSnapshot(`index-${language}.golden.md`);
    await expect(textIn(made, 'what-happened.md')).toMatchFileSnapshot(`what-happened-${language}.golden.md`);
  });

  it('has no secret in it, and says where there was one', async () => {
    const world = await aftermath({ name: 'password=hunter2' });
    await recordFacts(world);
    const made = await ticketOf(world);
    expect(made.redactions).toEqual([
      'kcnodeclasses.yaml: default: spec.userData',
      'warnings.yaml: [0].message',
      ...made.redactions.filter((path) => path.startsWith('remaining.yaml: resources[0].')),
    ]);
    expect(made.redactions.length).toBeGreaterThan(2);
    expect(textIn(made, 'redactions.txt')).toBe(made.redactions.map((path) => `${path}\n`).join(''));
    for (const { path } of made.files) expect(textIn(made, path), path).not.toContain('hunter2');
  });

  it('takes out secrets that an earlier version stored', async () => {
    const world = await aWorld({}, [
      aRecord({ instances: [aRecordedInstance({ description: 'v=1;m=karpenter;token=hunter2' })] }),
    ]);
    const made = await ticketOf(world);
    expect(textIn(made, 'recorded.yaml')).toContain('token=[redacted]');
    expect(made.redactions).toEqual(['recorded.yaml: [0].instance.description']);
  });

  it('shows no name from outside as markup', async () => {
    const name = '`|<script>alert(1)</script>\n# heading';
    const records = [aRecord({ cluster: aRecordedCluster({ name }) })];
    const world = await aWorld({ instances: [anInstance({ name, volumes: [] })] }, records);
    const made = await ticketOf(world);
    const index = textIn(made, 'index.md');
    expect(index).not.toContain('\n# heading');
    expect(index).toContain("# Karpenter: inquiry about cluster `'\\|<script>");
    expect(made.folder).toBe('ticket-script-alert-1-script-heading-20261110T000000Z');
  });

  it('is named after the UID where no name can name a file', async () => {
    const world = await aWorld({}, [aRecord({ cluster: aRecordedCluster({ name: '쇼핑' }) })]);
    expect((await ticketOf(world)).folder).toBe(`ticket-${UID}-20261110T000000Z`);
  });

  it('leaves out NodeClaims that were gone before and concern nothing, and says so', async () => {
    const world = await aftermath();
    await recordFacts(world);
    await recordFacts(world, { nodeClaims: read([aRawNodeClaim('general-new')]) }, 1);
    const made = await ticketOf(world);
    expect(documentsIn(made, 'nodeclaims.yaml').map(({ metadata }) => metadata.name)).toEqual([
      'general-7k2lq',
      'general-new',
    ]);
    expect(textIn(made, 'nodeclaims.yaml')).toMatch(
      /^# last seen 2026-11-01T00:00:00Z, gone when they were read again\n/,
    );
    expect(made.gaps).toEqual([expect.stringMatching(/^NodeClaim: 1 that went earlier/)]);
  });

  it('has the recorded NodeClaims of the last record, and earlier ones of what is left', async () => {
    const claim = (n: number) => aRecordedNodeClaim({ name: `general-${n}`, providerId: anId(n) });
    const world = await aWorld({ instances: [anInstance({ volumes: [] })] }, [
      aRecord({ nodeClaims: [claim(1), claim(2)] }),
      aRecord({ nodeClaims: [claim(3)], recordedAt: plusMs(RECORDED, HOUR_MS), instances: [] }),
      aRecord({ nodeClaims: undefined, recordedAt: plusMs(RECORDED, 2 * HOUR_MS) }),
    ]);
    const recorded = parse(textIn(await ticketOf(world), 'recorded.yaml'));
    expect(recorded).toMatchObject([
      { nodeClaim: 'general-1', lastRecordedAt: '2026-11-01T00:00:00Z', instance: { id: anId(1) } },
      { nodeClaim: 'general-3', lastRecordedAt: '2026-11-01T01:00:00Z', instance: null },
    ]);
    expect(recorded).toHaveLength(2);
  });
});

describe('a ticket says what it lacks:', () => {
  it('everything, of a cluster that was never recorded', async () => {
    const made = await ticketOf(await aWorld({}, []));
    expect(made.gaps).toEqual([
      expect.stringContaining('There is no record of the cluster'),
      expect.stringContaining('Provider chart, Controller image: never recorded'),
      expect.stringContaining('KCNodeClass: never recorded'),
      expect.stringContaining('NodePool: never recorded'),
      expect.stringContaining('NodeClaim: never recorded'),
    ]);
    expect(textIn(made, 'nodepools.yaml')).toBe('');
    expect(textIn(made, 'index.md')).toContain(`- ${made.gaps[0]}`);
  });

  it('what stood in a damaged file, and which', async () => {
    const world = await aftermath();
    await recordFacts(world);
    const key = [...world.store.files.keys()].find((one) => one.includes('/facts/')) ?? '';
    await recordFacts(world, { ...FACTS, nodePools: read([]) }, 1);
    world.store.files.set(key, new Uint8Array());
    const { gaps } = await ticketOf(world);
    expect(gaps).toEqual([
      'KCNodeClass: a damaged file of the ledger held `default`.',
      'NodeClaim: a damaged file of the ledger held `general-7k2lq`, `general-old`.',
      expect.stringContaining(`A file of the ledger cannot be understood: \`${key}\``),
    ]);
  });

  it('what the check could not find out', async () => {
    const world = await aftermath();
    world.cloud.world.volumes = new AuditFailure('server-failed', 'the volumes answered 503', 'run again');
    await recordFacts(world);
    expect((await ticketOf(world)).gaps).toEqual([
      'What is left could not be found out whole: `the volumes answered 503`',
    ]);
  });
});

describe('of a cluster that is still there', () => {
  const address = { name: 'shop', uid: UID, endpoint: undefined };
  const alive = () =>
    aWorld({ clusters: [aCluster()], instances: [anInstance()] }, undefined, {
      shop: { nodeClaims: [aNodeClaim()] },
    });

  it('it is what the cluster says now, and the ledger stays as it is', async () => {
    const world = await alive();
    await recordFacts(world);
    const before = world.store.files.size;
    const nodePools = read([aRawNodePool({ limits: { cpu: '0' } })]);
    const helpDesk = fakeHelpDesk({ shop: someFacts({ ...FACTS, nodePools }) });
    const made = await ticketOf(world, { live: read({ helpDesk, address }) });
    expect(documentsIn(made, 'nodepools.yaml')).toMatchObject([{ spec: { limits: { cpu: '0' } } }]);
    expect(textIn(made, 'nodepools.yaml')).toContain('# last seen 2026-11-10T00:00:00Z\n');
    expect(textIn(made, 'index.md')).toContain('there (`Provisioned`)');
    expect(world.store.files.size).toBe(before);
  });

  it('what it does not say now is as it was recorded, and that is said once', async () => {
    const world = await alive();
    await recordFacts(world);
    const helpDesk = fakeHelpDesk({
      shop: someFacts({ ...FACTS, nodePools: UNREADABLE_FACT, nodeClasses: UNREADABLE_FACT }),
    });
    const made = await ticketOf(world, { live: read({ helpDesk, address }) });
    expect(documentsIn(made, 'nodepools.yaml')).toHaveLength(1);
    expect(made.gaps).toEqual([expect.stringContaining('does not let the user list it')]);
  });

  it('and nobody knows where, that is said', async () => {
    const failure = new AuditFailure('server-failed', 'the clusters answered 503', 'run again');
    const world = await alive();
    await recordFacts(world);
    const made = await ticketOf(world, { live: unreadable(failure) });
    expect(made.gaps).toEqual([expect.stringContaining('the clusters answered 503')]);
  });
});

describe('the archive', () => {
  const made = async () => {
    const world = await aftermath();
    await recordFacts(world);
    return ticketOf(world);
  };

  it('holds every file of the ticket, in its folder, of nobody and of the moment', async () => {
    const one = await made();
    const entries = await unpackTar(gunzipSync(await archive(one, NOW)));
    expect(entries.map(({ header }) => header.name)).toEqual(
      one.files.map(({ path }) => `${one.folder}/${path}`),
    );
    for (const [n, { header, data }] of entries.entries()) {
      expect(header).toMatchObject({ uid: 0, gid: 0, mode: 0o644, mtime: new Date(NOW) });
      expect(new TextDecoder().decode(data)).toBe(textIn(one, one.files[n]?.path ?? ''));
    }
  });

  it('is the same bytes for the same ticket', async () => {
    expect(await archive(await made(), NOW)).toEqual(await archive(await made(), NOW));
  });
});
