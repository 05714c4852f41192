import { describe, expect, it } from 'vitest';
import { everyManifest, kubectl, namedJob } from './kubernetes-manifests.ts';
import { type KubernetesObject, schemaFaults } from './kubernetes-schema.ts';

describe.skipIf(!kubectl.isThere)(
  `infra/kubernetes: the schemas${kubectl.isThere ? '' : kubectl.why}`,
  () => {
    it('holds against Kubernetes’ own types, which refuse what they do not know', () => {
      const cronJob = namedJob('base', 'orphan-audit-record');
      const broken: KubernetesObject[] = [
        { apiVersion: 'v1', kind: 'Namespace', ...{ metadata: { name: 'x' }, spek: {} } },
        { apiVersion: 'batch/v1', kind: 'CronJob', ...{ spec: { ...cronJob.spec, schedule: undefined } } },
        { apiVersion: 'batch/v1', kind: 'CronJob', ...{ spec: { ...cronJob.spec, suspend: 'no' } } },
        { apiVersion: 'batch/v1beta1', kind: 'CronJob' },
      ];
      const sound = everyManifest();
      expect(sound.length).toBeGreaterThan(30);
      const faults = schemaFaults([...sound, ...broken]);
      expect(faults.slice(0, sound.length).flat()).toEqual([]);
      expect(faults.slice(sound.length).map((list) => list.join('\n'))).toEqual([
        expect.stringContaining('spek'),
        expect.stringContaining("'schedule'' is missing"),
        expect.stringContaining("Type 'string' is not assignable to type 'boolean | undefined'"),
        expect.stringContaining('no exported member'),
      ]);
    });
  },
);
