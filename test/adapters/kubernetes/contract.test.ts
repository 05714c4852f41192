import { afterAll, beforeAll } from 'vitest';
import { createWitnesses } from '../../../lib/adapters/kubernetes/witnesses.ts';
import type {
  ClusterNode,
  ClusterWitness,
  NodeClaim,
  PersistentVolume,
} from '../../../lib/ledger/witnesses.ts';
import { providerIdOf } from '../../builders/inventory.ts';
import { type WitnessWorld, witnessesContract } from '../../contracts/witnesses.ts';
import { type ApiServer, apiServer, CLAIMS, NODES, page, refusal, VOLUMES, type Wire } from './api-server.ts';
import { type Authority, authority } from './certificates.ts';
import { base64, file, kubeconfig, options, SHOP } from './stage.ts';
import { node, nodeClaim, persistentVolume } from './wire.ts';

let ca: Authority;
let api: ApiServer;

beforeAll(async () => {
  ca = await authority('cluster CA');
  api = await apiServer(await ca.issue('api', ['127.0.0.1']));
});
afterAll(() => api.close());

const LISTS: Readonly<Record<string, keyof ClusterWitness>> = {
  [NODES]: 'nodes',
  [VOLUMES]: 'persistentVolumes',
  [CLAIMS]: 'nodeClaims',
};

const wireNode = (it: ClusterNode): Wire =>
  node(it.name, providerIdOf(it.provider), {
    ready: it.isReady ? 'True' : 'False',
    labels: it.isKarpenters ? { 'karpenter.sh/nodepool': 'default' } : {},
  });

const wireVolume = (it: PersistentVolume): Wire => persistentVolume(it.name, it.volumeHandle);

const wireClaim = (it: NodeClaim): Wire =>
  nodeClaim(it.name, it.providerId, {
    ...(it.uid !== undefined && { uid: it.uid }),
    labels: it.nodePool === undefined ? {} : { 'karpenter.sh/nodepool': it.nodePool },
    ...(it.isTerminating && { deletionTimestamp: '2026-06-02T01:00:00Z' }),
  });

function rowsOf(world: WitnessWorld, path: string): readonly Wire[] | 'unreadable' {
  if (path === NODES) return world.nodes === 'unreadable' ? 'unreadable' : world.nodes.map(wireNode);
  if (path === CLAIMS)
    return world.nodeClaims === 'unreadable' ? 'unreadable' : world.nodeClaims.map(wireClaim);
  return world.persistentVolumes === 'unreadable' ? 'unreadable' : world.persistentVolumes.map(wireVolume);
}

witnessesContract('createWitnesses', async (world) => {
  api.reset();
  api.instead = ({ path }) => {
    const rows = rowsOf(world, path);
    return rows === 'unreadable' ? refusal(403, 'no') : page(rows);
  };
  const trusted = { 'certificate-authority-data': base64(ca.certificate) };
  const witnesses = createWitnesses({
    ...options(undefined),
    ways: new Map([
      [SHOP.name, { kind: 'kubeconfig', file: await file(kubeconfig({ server: api.url, ...trusted })) }],
      // Port 9 discards, and nobody listens there.
      [
        'nowhere',
        { kind: 'kubeconfig', file: await file(kubeconfig({ server: 'https://127.0.0.1:9', ...trusted })) },
      ],
    ]),
  });
  return {
    witnesses,
    address: SHOP,
    nowhere: { ...SHOP, name: 'nowhere' },
    order: () => api.paths().flatMap((path) => LISTS[path] ?? []),
    end: async () => {},
  };
});
