import { describe, expect, it } from 'vitest';
import { containerOf, kubectl, manifests, namedJob, podOf } from './kubernetes-manifests.ts';

describe.skipIf(!kubectl.isThere)(`the demo${kubectl.isThere ? '' : kubectl.why}`, () => {
  const nightly = () => namedJob('base', 'orphan-audit-audit');
  const job = () => manifests('demo').find(({ kind }) => kind === 'Job');

  it('runs the image of the nightly job, with no more rights and no more room', () => {
    const { fsGroup, fsGroupChangePolicy, ...user } = Object(podOf(nightly()).securityContext);
    const { image, resources, securityContext } = containerOf(nightly());
    expect({ fsGroup, fsGroupChangePolicy }).toEqual({
      fsGroup: 65532,
      fsGroupChangePolicy: 'OnRootMismatch',
    });
    expect(job()).toMatchObject({
      spec: {
        backoffLimit: 0,
        template: {
          spec: {
            automountServiceAccountToken: false,
            restartPolicy: 'Never',
            securityContext: user,
            containers: [{ image, resources, securityContext, args: ['demo'], workingDir: '/tmp' }],
          },
        },
      },
    });
  });

  it('reaches nobody, mounts no secret and needs nothing that is not here', () => {
    expect(manifests('demo').map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual([
      ['Namespace', undefined],
      ['Job', 'orphan-audit'],
      ['NetworkPolicy', 'orphan-audit'],
    ]);
    expect(manifests('demo').find(({ kind }) => kind === 'NetworkPolicy')).toMatchObject({
      spec: {
        podSelector: { matchLabels: { 'app.kubernetes.io/name': 'orphan-audit-demo' } },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [],
        egress: [],
      },
    });
    expect(job()).toMatchObject({
      spec: {
        template: {
          metadata: { labels: { 'app.kubernetes.io/name': 'orphan-audit-demo' } },
          spec: { volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }] },
        },
      },
    });
  });

  it('makes the same namespace as the jobs', () => {
    const namespaceOf = (folder: 'base' | 'demo') =>
      manifests(folder).find(({ kind }) => kind === 'Namespace')?.metadata.labels[
        'pod-security.kubernetes.io/enforce'
      ];
    expect(namespaceOf('demo')).toBe(namespaceOf('base'));
  });
});
