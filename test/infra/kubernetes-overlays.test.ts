import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { VERSION } from '../../lib/cli/version.ts';
import { loadSettings } from '../../lib/config/load.ts';
import type { Settings } from '../../lib/config/settings.ts';
import {
  configMapOf,
  environmentOf,
  jobs,
  kubectl,
  manifests,
  OVERLAYS,
  type Overlay,
  podOf,
} from './kubernetes-manifests.ts';

/** What the configuration of an overlay means, in the place where its pods have it. */
async function settingsOf(overlay: Overlay): Promise<Settings> {
  const folder = await mkdtemp(join(tmpdir(), 'orphan-audit-manifests-'));
  try {
    const file = join(folder, 'orphan-audit.yaml');
    await writeFile(file, configTextOf(overlay));
    const loaded = await loadSettings(file);
    if (loaded.kind === 'faulty') throw new AggregateError(loaded.faults, String(loaded.faults));
    return loaded.settings;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const configMapSchema = z.looseObject({ data: z.strictObject({ 'orphan-audit.yaml': z.string() }) });

function configTextOf(overlay: Overlay): string {
  return configMapSchema.parse(configMapOf(overlay)).data['orphan-audit.yaml'];
}

describe.skipIf(!kubectl.isThere)(
  `infra/kubernetes: the overlays${kubectl.isThere ? '' : kubectl.why}`,
  () => {
    describe.each(OVERLAYS)('%s', (overlay) => {
      it('holds no secret, and makes no Secret', () => {
        expect(manifests(overlay).map(({ kind }) => kind)).not.toContain('Secret');
        const variables = jobs(overlay).flatMap((job) => Object.keys(environmentOf(job)));
        expect(
          variables.filter((name) => !['ORPHAN_AUDIT_CONFIG', 'ORPHAN_AUDIT_SHARDS'].includes(name)),
        ).toEqual([]);
      });

      it('is in one namespace, under the strictest of Pod Security’s standards', () => {
        const [namespace] = manifests(overlay).filter(({ kind }) => kind === 'Namespace');
        expect(namespace?.metadata).toMatchObject({
          name: 'orphan-audit',
          labels: {
            'pod-security.kubernetes.io/enforce': 'restricted',
            'pod-security.kubernetes.io/audit': 'restricted',
            'pod-security.kubernetes.io/warn': 'restricted',
          },
        });
        const kinds = ['CronJob', 'ConfigMap', 'PersistentVolumeClaim', 'NetworkPolicy', 'ServiceAccount'];
        for (const { kind, metadata } of manifests(overlay))
          if (kinds.includes(kind)) expect(metadata.namespace).toBe('orphan-audit');
      });

      it('lets nobody in, and out by name look-ups and TLS only', () => {
        const policies = manifests(overlay).filter(({ kind }) => kind === 'NetworkPolicy');
        expect(policies).toEqual([
          expect.objectContaining({
            spec: {
              podSelector: { matchLabels: { 'app.kubernetes.io/name': 'orphan-audit' } },
              policyTypes: ['Ingress', 'Egress'],
              ingress: [],
              egress: [
                {
                  ports: [
                    { protocol: 'UDP', port: 53 },
                    { protocol: 'TCP', port: 53 },
                  ],
                },
                {
                  to: [
                    { ipBlock: { cidr: '0.0.0.0/0', except: ['169.254.0.0/16'] } },
                    { ipBlock: { cidr: '::/0', except: ['fe80::/10', 'fd00:ec2::254/128'] } },
                  ],
                  ports: [
                    { protocol: 'TCP', port: 443 },
                    { protocol: 'TCP', port: 6443 },
                  ],
                },
              ],
            },
          }),
        ]);
      });

      it('has a sound configuration, whose secrets and state are where the pods have them', async () => {
        const settings = await settingsOf(overlay);
        const { store, projects, publish } = settings;
        const secrets = [...projects, ...(store.kind === 's3' ? [store] : [])].flatMap(({ credential }) => [
          credential.id,
          credential.secret,
        ]);
        for (const source of secrets)
          expect(source).toMatchObject({
            kind: 'file',
            path: expect.stringMatching(/^\/etc\/orphan-audit\/credentials\//),
          });
        const folders = [store, ...publish].flatMap((one) => (one.kind === 'directory' ? [one.path] : []));
        expect(folders).toEqual(
          overlay === 'base' ? ['/var/lib/orphan-audit', '/var/lib/orphan-audit/reports'] : [],
        );
      });
    });

    it('keeps its state on a volume only where it has one', () => {
      for (const overlay of OVERLAYS) {
        const claims = manifests(overlay).filter(({ kind }) => kind === 'PersistentVolumeClaim');
        expect(claims).toHaveLength(overlay === 'base' ? 1 : 0);
        for (const job of jobs(overlay)) {
          const isClaimed = JSON.stringify(podOf(job).volumes).includes('persistentVolumeClaim');
          expect(isClaimed).toBe(overlay === 'base');
          // A volume of one node brings all of its pods there.
          expect(JSON.stringify(podOf(job).affinity ?? {}).includes('podAffinity')).toBe(overlay === 'base');
        }
      }
    });

    const rulesSchema = z.looseObject({ rules: z.array(z.looseObject({ verbs: z.array(z.string()) })) });
    const rolesOf = (overlay: Overlay | 'rbac') =>
      manifests(overlay).filter(({ kind }) => /Role$/.test(kind));

    it.each([
      ['base', 0],
      ['overlays/s3', 0],
      ['overlays/sharded', 0],
      ['overlays/single-cluster', 3],
      ['rbac', 3],
    ] as const)('%s has %i roles, which get and list', (overlay, count) => {
      expect(rolesOf(overlay)).toHaveLength(count);
      const verbs = rolesOf(overlay).flatMap((role) =>
        rulesSchema.parse(role).rules.flatMap((rule) => rule.verbs),
      );
      expect(verbs.filter((verb) => !['get', 'list'].includes(verb))).toEqual([]);
    });

    it('asks the cluster that it runs in, where it has a token', async () => {
      const { projects } = await settingsOf('overlays/single-cluster');
      expect(projects.flatMap(({ clusters }) => clusters.map((cluster) => cluster.isInCluster))).toEqual([
        true,
      ]);
    });
  },
);

describe('infra/kubernetes, without kustomize', () => {
  it('names the version of this program', async () => {
    const file = new URL('../../infra/kubernetes/components/pod/kustomization.yaml', import.meta.url);
    expect(parse(await readFile(file, 'utf8'))).toMatchObject({
      images: [{ name: 'karpenter-orphan-audit', newTag: VERSION }],
    });
  });
});
