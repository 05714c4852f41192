import { describe, expect, it } from 'vitest';
import { EXIT } from '../../lib/cli/exit-status.ts';
import { VERSION } from '../../lib/cli/version.ts';
import { type } from '../cli/terminal.ts';
import {
  configMapOf,
  containerOf,
  environmentOf,
  jobs,
  kubectl,
  manifests,
  namedJob,
  OVERLAYS,
  podOf,
} from './kubernetes-manifests.ts';

const everyJob = OVERLAYS.flatMap((overlay) =>
  jobs(overlay).map((job) => ({ overlay, name: job.metadata.name, job })),
);

describe.skipIf(!kubectl.isThere)(`infra/kubernetes: the jobs${kubectl.isThere ? '' : kubectl.why}`, () => {
  it.each([
    ['base', ['alert', 'audit', 'check', 'record']],
    ['overlays/s3', ['alert', 'audit', 'check', 'record']],
    ['overlays/single-cluster', ['alert', 'audit', 'check', 'record']],
    ['overlays/sharded', ['alert', 'audit', 'check', 'publish', 'record']],
  ] as const)('%s schedules %j', (overlay, names) => {
    expect(
      jobs(overlay)
        .map(({ metadata }) => metadata.name.replace('orphan-audit-', ''))
        .toSorted(),
    ).toEqual(names);
  });

  it.each([
    ['orphan-audit-record', '50 * * * *', ['record']],
    ['orphan-audit-audit', '0 3 * * *', ['audit']],
    ['orphan-audit-check', '10,40 * * * *', ['check', '--gone']],
    ['orphan-audit-alert', '0 9 * * 1-5', ['alert']],
  ])('runs %s at "%s" in Seoul: %j', (name, schedule, args) => {
    const { spec } = namedJob('base', name);
    expect([spec.schedule, spec.timeZone, containerOf(namedJob('base', name)).args]).toEqual([
      schedule,
      'Asia/Seoul',
      args,
    ]);
  });

  describe.each(everyJob)('$overlay $name', ({ overlay, job }) => {
    const { spec } = job;
    const inner = spec.jobTemplate.spec;
    const pod = podOf(job);
    const container = containerOf(job);

    it('runs once at a time, in Seoul’s time, ends, and leaves a trace', () => {
      expect(spec).toMatchObject({ timeZone: 'Asia/Seoul', concurrencyPolicy: 'Forbid', suspend: false });
      // Kubernetes counts missed starts in this window; below 10 s it may never start.
      expect(spec.startingDeadlineSeconds).toBeGreaterThanOrEqual(600);
      expect(spec.successfulJobsHistoryLimit).toBeGreaterThan(0);
      expect(spec.failedJobsHistoryLimit).toBeGreaterThan(0);
      expect(inner.activeDeadlineSeconds).toBeLessThan(periodSecondsOf(spec.schedule));
      expect(inner.ttlSecondsAfterFinished).toBeGreaterThanOrEqual(3 * 24 * 3600);
      expect(pod.restartPolicy).toBe('Never');
    });

    it('tries again what may succeed, and not what cannot or is published already', () => {
      const isIndexed = inner.completionMode === 'Indexed';
      expect(inner.backoffLimit).toBe(isIndexed ? undefined : 2);
      expect(inner.backoffLimitPerIndex).toBe(isIndexed ? 2 : undefined);
      expect(inner.podFailurePolicy).toEqual({
        rules: [
          {
            action: isIndexed ? 'FailIndex' : 'FailJob',
            onExitCodes: {
              containerName: container.name,
              operator: 'In',
              values: [EXIT.badInput, EXIT.incomplete],
            },
          },
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
        ],
      });
    });

    it('is nobody in particular and may do nothing to its node', () => {
      expect(pod.securityContext).toEqual({
        runAsNonRoot: true,
        runAsUser: 65532,
        runAsGroup: 65532,
        fsGroup: 65532,
        fsGroupChangePolicy: 'OnRootMismatch',
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        privileged: false,
        capabilities: { drop: ['ALL'] },
      });
      for (const key of ['hostNetwork', 'hostPID', 'hostIPC', 'hostUsers'])
        expect(pod).not.toHaveProperty(key);
      for (const volume of pod.volumes) expect(volume).not.toHaveProperty('hostPath');
    });

    it('asks for some of a node and takes no more than it may', () => {
      const { requests, limits } = container.resources;
      for (const resources of [requests, limits])
        expect(Object.keys(resources).toSorted()).toEqual(['cpu', 'ephemeral-storage', 'memory']);
    });

    it('runs the one image, without a shell between', () => {
      expect(container.image).toBe(`karpenter-orphan-audit:${VERSION}`);
      expect(container.command).toBeUndefined();
    });

    it('mounts what it names, and writes to its state and /tmp only', () => {
      const isWritten = container.volumeMounts
        .filter(({ readOnly }) => !readOnly)
        .map((one) => one.mountPath);
      expect(isWritten.toSorted()).toEqual(overlay === 'base' ? ['/tmp', '/var/lib/orphan-audit'] : ['/tmp']);
      expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(
        pod.volumes.map(({ name }) => name).toSorted(),
      );
      expect(pod.volumes).toContainEqual({
        name: 'config',
        configMap: { name: configMapOf(overlay).metadata.name },
      });
    });

    it('has a token of a cluster only where it asks that cluster', () => {
      const isWitness = overlay === 'overlays/single-cluster';
      expect([pod.automountServiceAccountToken, pod.serviceAccountName]).toEqual(
        isWitness ? [true, 'orphan-audit'] : [false, 'orphan-audit-jobs'],
      );
      expect(
        manifests(overlay).some(
          ({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === pod.serviceAccountName,
        ),
      ).toBe(true);
    });

    it('falls under the network policy', () => {
      expect(inner.template.metadata.labels).toMatchObject({ 'app.kubernetes.io/name': 'orphan-audit' });
    });

    it('says what the program understands', async () => {
      // A configuration that is not there is the first thing that a command misses once it has understood its flags.
      const env = { ...environmentOf(job), JOB_COMPLETION_INDEX: '0' };
      const { status, stderr } = await type(container.args, { env });
      expect({ status, stderr }).toEqual({
        status: EXIT.badInput,
        stderr: expect.stringContaining(
          'there is no configuration file /etc/orphan-audit/config/orphan-audit.yaml',
        ),
      });
    });
  });
});

/** Between two starts of one of the schedules here, at the least. */
function periodSecondsOf(schedule: string): number {
  const [minutes = '', hours = ''] = schedule.split(' ');
  if (hours !== '*') return 24 * 3600;
  return 3600 / minutes.split(',').length;
}
