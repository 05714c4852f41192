import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClusterWitness } from '../../../lib/ledger/witnesses.ts';
import {
  type ApiServer,
  apiServer,
  CLAIMS,
  NODES,
  page,
  type Reply,
  refusal,
  VOLUMES,
} from './api-server.ts';
import { authority } from './certificates.ts';
import { askWith, base64, kubeconfig } from './stage.ts';
import { node, nodeClaim, persistentVolume } from './wire.ts';

const INSTANCE = '11111111-2222-4333-8444-555555555555';
const VOLUME = '66666666-7777-4888-9999-aaaaaaaaaaaa';

let api: ApiServer;
let config: string;

beforeAll(async () => {
  const ca = await authority('cluster CA');
  api = await apiServer(await ca.issue('api', ['127.0.0.1']));
  config = kubeconfig({ server: api.url, 'certificate-authority-data': base64(ca.certificate) });
});
beforeEach(() => api.reset());
afterAll(() => api.close());

const claims = (count: number) =>
  Array.from({ length: count }, (_, at) => nodeClaim(`claim-${at}`, INSTANCE));

/** Answers the NodeClaims' requests one after another; the last answer stays. */
function claimsAnswered(...replies: Reply[]): void {
  let at = 0;
  api.instead = ({ path }) => {
    if (path !== CLAIMS) return undefined;
    at += 1;
    return replies[Math.min(at, replies.length) - 1];
  };
}

const claimQueries = () => api.asked.filter((it) => it.path === CLAIMS).map((it) => it.query.get('continue'));

function unreadableClaims({ nodes, persistentVolumes, nodeClaims }: ClusterWitness): {
  code: string;
  message: string;
} {
  expect(nodes.kind).toBe('read');
  expect(persistentVolumes.kind).toBe('read');
  if (nodeClaims.kind === 'read') throw new TypeError(`${nodeClaims.value.length} NodeClaims were read`);
  return nodeClaims.failure;
}

describe('a list in pages', () => {
  it('is read to its end', async () => {
    api.lists[CLAIMS] = claims(7);
    api.pageSize = 3;
    const { nodeClaims } = await askWith(config);
    expect(nodeClaims).toMatchObject({
      kind: 'read',
      value: claims(7).map((_, at) => ({ name: `claim-${at}` })),
    });
    expect(claimQueries()).toEqual([null, '3', '6']);
  });

  it('asks for pages, and for the newest state there is', async () => {
    await askWith(config);
    for (const { method, query } of api.asked) {
      expect(method).toBe('GET');
      expect(Object.fromEntries(query)).toEqual({ limit: '500' });
    }
  });

  it('does not believe the count of remaining items', async () => {
    claimsAnswered({ body: { metadata: { resourceVersion: '1', remainingItemCount: 9 }, items: claims(1) } });
    expect((await askWith(config)).nodeClaims).toMatchObject({ kind: 'read', value: [{ name: 'claim-0' }] });
  });

  it('takes an empty continue for the end', async () => {
    claimsAnswered({ body: { metadata: { resourceVersion: '1', continue: '' }, items: [] } });
    expect((await askWith(config)).nodeClaims).toEqual({ kind: 'read', value: [] });
  });

  it('starts over when the snapshot expires in the middle', async () => {
    claimsAnswered(
      page(claims(2), 'a'),
      refusal(410, 'The provided continue parameter is too old'),
      page(claims(1), 'b'),
      page([nodeClaim('late', INSTANCE)]),
    );
    const { nodeClaims } = await askWith(config);
    expect(nodeClaims).toMatchObject({ kind: 'read', value: [{ name: 'claim-0' }, { name: 'late' }] });
    expect(claimQueries()).toEqual([null, 'a', null, 'b']);
  });

  it('starts over three times, and is read when the fourth reading holds', async () => {
    const expired = [page(claims(1), 'a'), refusal(410, 'too old')];
    claimsAnswered(...expired, ...expired, ...expired, page(claims(2)));
    expect((await askWith(config)).nodeClaims).toMatchObject({ kind: 'read', value: [{}, {}] });
  });

  it('is given up when the fourth reading expires too', async () => {
    const expired = [page(claims(1), 'a'), refusal(410, 'too old')];
    claimsAnswered(...expired, ...expired, ...expired, ...expired, page(claims(2)));
    expect(unreadableClaims(await askWith(config))).toMatchObject({
      code: 'witness-list-expired',
      message:
        'the cluster "shop" answered 410 (expired) in the middle of "list nodeclaims.karpenter.sh", 4 times in a row',
    });
    expect(claimQueries()).toHaveLength(8);
  });

  it('starts over when a page is of another snapshot', async () => {
    claimsAnswered(
      page(claims(1), 'a', '1000'),
      page([nodeClaim('late')], undefined, '1001'),
      page(claims(2)),
    );
    expect((await askWith(config)).nodeClaims).toMatchObject({ kind: 'read', value: [{}, {}] });
    expect(claimQueries()).toEqual([null, 'a', null]);
  });

  it('is given up when its snapshot never holds', async () => {
    let version = 0;
    api.instead = ({ path }) => {
      version += 1;
      return path === CLAIMS ? page([nodeClaim(`claim-${version}`)], 'next', String(version)) : undefined;
    };
    expect(unreadableClaims(await askWith(config)).code).toBe('witness-list-expired');
  });

  it.each([
    ['a row twice', [page(claims(1), 'a'), page(claims(1))], 'holds "claim-0" twice'],
    [
      'a circle of pages',
      [page([], 'a'), page([], 'b'), page([], 'a')],
      'leads back to a page that was read already',
    ],
  ])('is unreadable when it shows %s', async (_, replies, message) => {
    claimsAnswered(...replies);
    expect(unreadableClaims(await askWith(config))).toMatchObject({
      code: 'witness-unreadable',
      message: expect.stringContaining(message),
    });
  });
});

describe('an answer that is no list', () => {
  const metadata = { resourceVersion: '1' };
  it.each([
    ['without items', { metadata }, 'witness-unreadable', 'at items:'],
    ['with items null', { metadata, items: null }, 'witness-unreadable', 'at items:'],
    ['with items that are no list', { metadata, items: {} }, 'witness-unreadable', 'at items:'],
    ['without metadata', { items: [] }, 'witness-unreadable', 'at metadata:'],
    ['with a row without metadata', { metadata, items: [{}] }, 'witness-unreadable', 'at items.0.metadata:'],
    [
      'with a row without a name',
      { metadata, items: [{ metadata: {} }] },
      'witness-unreadable',
      'at items.0.metadata.name:',
    ],
    [
      'with a row with an empty name',
      { metadata, items: [nodeClaim('')] },
      'witness-unreadable',
      'at items.0.metadata.name:',
    ],
    ['with a row null', { metadata, items: [null] }, 'witness-unreadable', 'at items.0:'],
    [
      'with a provider ID that is no text',
      { metadata, items: [{ metadata: { name: 'a' }, status: { providerID: 7 } }] },
      'witness-unreadable',
      'at items.0.status.providerID:',
    ],
    ['that is a bare array', [], 'witness-unreadable', 'is not as expected'],
    ['that is null', null, 'witness-unreadable', 'is not as expected'],
    ['that is empty', '', 'answer-empty', 'nothing at all'],
    ['that is blank', ' \n', 'answer-empty', 'nothing at all'],
    ['that is cut off', '{"metadata":{},"items":[', 'answer-not-json', 'not JSON'],
    ['that is a sign-in page', '<html>', 'answer-not-json', 'not JSON'],
  ])('%s is unreadable, never empty', async (_, body, code, message) => {
    claimsAnswered({ body });
    expect(unreadableClaims(await askWith(config))).toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  it('in the middle of a list makes all of it unreadable', async () => {
    claimsAnswered(page(claims(1), 'a'), { body: { metadata } });
    expect(unreadableClaims(await askWith(config)).code).toBe('witness-unreadable');
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [204, 'answer-unexpected'],
    [301, 'redirected'],
    [400, 'request-refused'],
    [429, 'rate-limited'],
    [500, 'server-failed'],
    [503, 'server-failed'],
  ])('but HTTP %i is %s', async (status, code) => {
    claimsAnswered({ ...refusal(status, 'no'), headers: { location: '/api/v1/nodes' } });
    expect(unreadableClaims(await askWith(config)).code).toBe(code);
  });

  it('names the missing verb, the resource and the user when it is forbidden', async () => {
    claimsAnswered(
      refusal(
        403,
        'nodeclaims.karpenter.sh is forbidden: User "system:anonymous" cannot list resource "nodeclaims"',
      ),
    );
    expect(unreadableClaims(await askWith(config)).message).toBe(
      'the cluster "shop" does not let the user "system:anonymous" list nodeclaims.karpenter.sh (HTTP 403)',
    );
  });

  it('names them too when the refusal names no user', async () => {
    claimsAnswered({ status: 403, body: '<html>' });
    expect(unreadableClaims(await askWith(config)).message).toMatch(
      /does not let the credential of the kubeconfig .* list nodeclaims/,
    );
  });
});

describe('a type that the cluster does not know', () => {
  const group = (...versions: string[]) => ({
    kind: 'APIGroup',
    name: 'karpenter.sh',
    versions: versions.map((version) => ({ groupVersion: `karpenter.sh/${version}`, version })),
  });

  beforeEach(() => {
    delete api.lists[CLAIMS];
  });

  it('is missing, which is not "none"', async () => {
    expect(unreadableClaims(await askWith(config))).toMatchObject({
      code: 'witness-type-missing',
      message: expect.stringContaining('knows no nodeclaims of karpenter.sh'),
    });
  });

  it('is missing when only the rest of its group is served', async () => {
    api.objects['/apis/karpenter.sh'] = group('v1');
    expect(unreadableClaims(await askWith(config)).code).toBe('witness-type-missing');
  });

  it('is too old when only older versions are served', async () => {
    api.objects['/apis/karpenter.sh'] = group('v1beta1', 'v1alpha5');
    expect(unreadableClaims(await askWith(config))).toMatchObject({
      code: 'witness-version-too-old',
      message:
        'the cluster "shop" serves only karpenter.sh/v1beta1, karpenter.sh/v1alpha5; this program reads nodeclaims as karpenter.sh/v1',
    });
  });

  it('says so when not even the versions may be read', async () => {
    api.instead = ({ path }) => (path === '/apis/karpenter.sh' ? refusal(403, 'no') : undefined);
    expect(unreadableClaims(await askWith(config))).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('get /apis/karpenter.sh'),
    });
  });

  it('is unreadable when the versions make no sense', async () => {
    api.objects['/apis/karpenter.sh'] = { kind: 'APIGroup', versions: [] };
    expect(unreadableClaims(await askWith(config)).code).toBe('witness-unreadable');
  });

  it('is missing for Nodes as well: then this is no Kubernetes', async () => {
    delete api.lists[NODES];
    const { nodes } = await askWith(config);
    expect(nodes).toMatchObject({ kind: 'unreadable', failure: { code: 'witness-type-missing' } });
  });
});

describe('a NodeClaim', () => {
  const read = async (claim: ReturnType<typeof nodeClaim>) => {
    api.lists[CLAIMS] = [claim];
    const { nodeClaims } = await askWith(config);
    return nodeClaims.kind === 'read' ? nodeClaims.value[0] : nodeClaims;
  };

  it.each([
    ['with zone', `kakaocloud:///kr-central-2-a/${INSTANCE}`],
    ['bare', INSTANCE],
    ['in upper case', INSTANCE.toUpperCase()],
    ['without dashes', INSTANCE.replaceAll('-', '')],
    ['behind another UUID', `kakaocloud:///${VOLUME}/${INSTANCE}`],
  ])('points at its instance by a provider ID %s', async (_, providerID) => {
    expect(await read(nodeClaim('a', providerID))).toMatchObject({
      providerId: providerID,
      provider: { kind: 'instance', id: INSTANCE },
    });
  });

  it('is launching without one', async () => {
    expect(await read(nodeClaim('a'))).toMatchObject({ provider: { kind: 'none' } });
  });

  it('is launching without any status', async () => {
    expect(await read({ metadata: { name: 'a' } })).toEqual({
      name: 'a',
      nodePool: undefined,
      providerId: '',
      provider: { kind: 'none' },
      isTerminating: false,
    });
  });

  it('is unclear by a provider ID without an instance', async () => {
    expect(await read(nodeClaim('a', 'kakaocloud:///'))).toMatchObject({ provider: { kind: 'unclear' } });
  });

  it('knows its NodePool, and that it is being deleted', async () => {
    expect(await read(nodeClaim('a', INSTANCE, { deletionTimestamp: '2026-06-02T01:00:00Z' }))).toMatchObject(
      {
        isTerminating: true,
      },
    );
    expect(await read(nodeClaim('a', INSTANCE))).toMatchObject({ nodePool: 'default', isTerminating: false });
  });
});

describe('a Node', () => {
  const read = async (row: ReturnType<typeof node>) => {
    api.lists[NODES] = [row];
    const { nodes } = await askWith(config);
    return nodes.kind === 'read' ? nodes.value[0] : nodes;
  };

  it.each([
    ['True', true],
    ['False', false],
    ['Unknown', false],
  ])('whose condition Ready is %s: %s', async (ready, isReady) => {
    expect(await read(node('a', INSTANCE, { ready }))).toMatchObject({ isReady });
  });

  it('without conditions is not ready', async () => {
    expect(await read({ metadata: { name: 'a' } })).toEqual({
      name: 'a',
      provider: { kind: 'none' },
      isReady: false,
      isKarpenters: false,
    });
  });

  it("is Karpenter's by its label", async () => {
    expect(await read(node('a', INSTANCE, { labels: { 'karpenter.sh/nodepool': 'default' } }))).toMatchObject(
      {
        isKarpenters: true,
      },
    );
    expect(await read(node('a', INSTANCE, { labels: { role: 'web' } }))).toMatchObject({
      isKarpenters: false,
    });
  });
});

describe('a PersistentVolume', () => {
  const read = async (row: ReturnType<typeof persistentVolume>) => {
    api.lists[VOLUMES] = [row];
    const { persistentVolumes } = await askWith(config);
    return persistentVolumes.kind === 'read' ? persistentVolumes.value[0] : persistentVolumes;
  };
  const metadata = { name: 'pv' };

  it.each([
    ['by its CSI handle', persistentVolume('pv', VOLUME), VOLUME],
    ['by the last UUID in it', persistentVolume('pv', `${INSTANCE}/${VOLUME.toUpperCase()}`), VOLUME],
    ['by any driver', { metadata, spec: { csi: { driver: 'x.example', volumeHandle: VOLUME } } }, VOLUME],
    ['by its old cinder ID', { metadata, spec: { cinder: { volumeID: VOLUME } } }, VOLUME],
    ['not by a handle that is no ID', persistentVolume('pv', 'nfs.example/share'), undefined],
    ['not when it is no volume of the cloud', { metadata, spec: { hostPath: { path: '/tmp' } } }, undefined],
  ])('points at its volume %s', async (_, row, volumeId) => {
    expect(await read(row)).toMatchObject({ name: 'pv', volumeId });
  });

  it.each([
    [persistentVolume('pv', 'nfs.example/share'), 'nfs.example/share'],
    [{ metadata, spec: { cinder: { volumeID: VOLUME.toUpperCase() } } }, VOLUME.toUpperCase()],
    [persistentVolume('pv', undefined), undefined],
  ])('keeps its handle as it stands', async (row, volumeHandle) => {
    expect(await read(row)).toMatchObject({ volumeHandle });
  });
});
