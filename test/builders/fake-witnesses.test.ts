import { AuditFailure } from '../../lib/terms/failure.ts';
import { type WitnessWorld, witnessesContract } from '../contracts/witnesses.ts';
import { type FakeCluster, fakeWitnesses } from './fake-witnesses.ts';

const REFUSED = new AuditFailure(
  'forbidden',
  'the cluster "shop" does not let the user list this',
  'bind the role',
);

function clusterOf(world: WitnessWorld): FakeCluster {
  const shown = <Rows>(rows: Rows | 'unreadable') => (rows === 'unreadable' ? REFUSED : rows);
  return {
    nodes: shown(world.nodes),
    persistentVolumes: shown(world.persistentVolumes),
    nodeClaims: shown(world.nodeClaims),
  };
}

witnessesContract('fakeWitnesses', async (world) => {
  const witnesses = fakeWitnesses({
    get shop() {
      return clusterOf(world);
    },
  });
  return {
    witnesses,
    address: { name: 'shop', uid: undefined, endpoint: undefined },
    nowhere: { name: 'nowhere', uid: undefined, endpoint: undefined },
    order: () => witnesses.calls.map((call) => call.list),
    end: async () => {},
  };
});
