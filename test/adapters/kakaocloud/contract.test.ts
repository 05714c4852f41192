import { type CloudWorld, cloudContract } from '../../contracts/cloud.ts';
import { type Asked, cloudAt, fakeTime, pageOf, type Reply, refusal, smallCloud } from './small-cloud.ts';
import { clusterRowOf, instanceRowOf, snapshotRowOf, volumeRowOf } from './wire-rows.ts';

const found = (key: string, row: object | undefined) =>
  row === undefined ? undefined : { body: { [key]: row } };

function answerFrom(world: CloudWorld): (asked: Asked) => Reply | undefined {
  const instances = world.instances.map(instanceRowOf);
  const volumes = world.volumes.map(volumeRowOf);
  const clusters = world.clusters.map(clusterRowOf);
  return (asked) => {
    const [, list, key = ''] = /^\/api\/v1\/([a-z]+)(?:\/(.+))?$/.exec(asked.path) ?? [];
    switch (`${list}${key === '' ? '' : '/'}`) {
      case 'instances':
        return pageOf('instances', instances, asked, { most: 400 });
      case 'instances/':
        return found(
          'instance',
          instances.find(({ id }) => id === key),
        );
      case 'volumes':
        return pageOf('volumes', volumes, asked);
      case 'volumes/':
        return found(
          'volume',
          volumes.find(({ id }) => id === key),
        );
      case 'snapshots':
        return pageOf('snapshots', world.snapshots.map(snapshotRowOf), asked);
      case 'clusters':
        return { body: { clusters } };
      case 'clusters/':
        return found(
          'cluster',
          clusters.find(({ name }) => name === key),
        );
      default:
        return undefined;
    }
  };
}

cloudContract('KakaoCloud', async (world) => {
  const server = await smallCloud();
  server.answer = answerFrom(world);
  const cloud = cloudAt(server.url, fakeTime());
  return {
    cloud,
    fail: () => {
      server.answer = ({ path }) => (path.startsWith('/api/') ? refusal(500, 'it is down') : undefined);
    },
    close: async () => {
      await cloud.close();
      await server.close();
    },
  };
});
