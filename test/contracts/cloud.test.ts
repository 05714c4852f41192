import { AuditFailure } from '../../lib/terms/failure.ts';
import { fakeCloud } from '../builders/fake-cloud.ts';
import { cloudContract } from './cloud.ts';

cloudContract('the fake of the tests', async (world) => {
  const cloud = fakeCloud(world);
  return {
    cloud,
    fail: () => {
      cloud.onCall = () => {
        throw new AuditFailure('server-failed', 'it is down', 'wait');
      };
    },
    close: async () => {},
  };
});
