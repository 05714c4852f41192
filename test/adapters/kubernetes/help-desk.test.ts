import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALLS, NODE_CLASSES, pathOf } from '../../../lib/adapters/kubernetes/calls.ts';
import { createHelpDesk } from '../../../lib/adapters/kubernetes/help-desk.ts';
import { createWitnesses } from '../../../lib/adapters/kubernetes/witnesses.ts';
import type { HelpDeskFacts } from '../../../lib/ledger/help-desk.ts';
import { type ApiServer, apiServer, CLAIMS, refusal, type Wire } from './api-server.ts';
import { authority } from './certificates.ts';
import { base64, file, kubeconfig, options, SHOP } from './stage.ts';
import { nodeClaim } from './wire.ts';

const POOLS = '/apis/karpenter.sh/v1/nodepools';
const CLASS_GROUP = '/apis/karpenter.kakaocloud.com';
const CLASSES = `${CLASS_GROUP}/v1alpha1/kcnodeclasses`;
const PROVIDER_EVENTS = '/api/v1/namespaces/karpenter-kakaocloud/events';
const CLUSTER_EVENTS = '/api/v1/namespaces/default/events';
const PROVIDER = '/apis/apps/v1/namespaces/karpenter-kakaocloud/deployments/karpenter-provider-kakaocloud';

let api: ApiServer;
let config: string;

beforeAll(async () => {
  const ca = await authority('cluster CA');
  api = await apiServer(await ca.issue('api', ['127.0.0.1']));
  config = await file(kubeconfig({ server: api.url, 'certificate-authority-data': base64(ca.certificate) }));
});
beforeEach(() => {
  api.reset();
  api.lists = { ...api.lists, [POOLS]: [], [CLASSES]: [], [PROVIDER_EVENTS]: [], [CLUSTER_EVENTS]: [] };
  api.objects[CLASS_GROUP] = { kind: 'APIGroup', versions: [{ version: 'v1alpha1' }] };
});
afterAll(() => api.close());

const settings = () => options({ kind: 'kubeconfig', file: config });
const gather = (): Promise<HelpDeskFacts> => createHelpDesk(settings()).gather(SHOP);

function event(name: string, kind: string): Wire {
  return {
    metadata: { name },
    involvedObject: { kind, name: 'default-x7k2p' },
    type: 'Warning',
    reason: 'FailedTermination',
    message: 'signature does not match',
    count: 3,
    lastTimestamp: '2026-06-02T01:00:00Z',
  };
}

describe('the facts for the help desk', () => {
  it('hold the objects as they came, but for managedFields', async () => {
    const pool = {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: { name: 'default', labels: {} },
      spec: { weight: 1 },
    };
    api.lists[POOLS] = [{ ...pool, metadata: { ...pool.metadata, managedFields: [{ manager: 'kubectl' }] } }];
    api.lists[CLASSES] = [{ metadata: { name: 'default' }, spec: { zones: ['a'] } }];
    api.lists[CLAIMS] = [nodeClaim('default-x7k2p')];
    expect(await gather()).toMatchObject({
      nodePools: { kind: 'read', value: [{ name: 'default', object: pool }] },
      nodeClasses: { kind: 'read', value: [{ name: 'default', object: { spec: { zones: ['a'] } } }] },
      nodeClaims: { kind: 'read', value: [{ name: 'default-x7k2p', object: { kind: 'NodeClaim' } }] },
    });
    const { nodePools } = await gather();
    expect(JSON.stringify(nodePools)).not.toContain('managedFields');
  });

  it('hold the warnings of the provider, and of the default namespace only those about nodes', async () => {
    api.lists[PROVIDER_EVENTS] = [event('a', 'Pod')];
    api.lists[CLUSTER_EVENTS] = [event('b', 'NodeClaim'), event('c', 'Pod')];
    const { warnings } = await gather();
    const facts = {
      reason: 'FailedTermination',
      message: 'signature does not match',
      count: 3,
      lastSeenAt: '2026-06-02T01:00:00Z',
    };
    expect(warnings).toEqual({
      kind: 'read',
      value: [
        { name: 'a', about: 'Pod default-x7k2p', ...facts },
        { name: 'b', about: 'NodeClaim default-x7k2p', ...facts },
      ],
    });
    const asked = api.asked.filter((it) => it.path.endsWith('/events'));
    expect(asked.map((it) => it.query.get('fieldSelector'))).toEqual(['type=Warning', 'type=Warning']);
  });

  it('name the chart and images of the installed provider', async () => {
    api.objects[PROVIDER] = {
      metadata: { labels: { 'helm.sh/chart': 'karpenter-provider-kakaocloud-1.2.3' } },
      spec: {
        template: {
          spec: { containers: [{ name: 'controller', image: 'registry.example/controller:1.2.3' }] },
        },
      },
    };
    expect((await gather()).provider).toEqual({
      kind: 'read',
      value: {
        kind: 'installed',
        chart: 'karpenter-provider-kakaocloud-1.2.3',
        images: ['registry.example/controller:1.2.3'],
      },
    });
  });

  it('say when the provider is not installed', async () => {
    expect((await gather()).provider).toEqual({ kind: 'read', value: { kind: 'not-installed' } });
  });

  it('ask for KCNodeClasses in the version that the cluster prefers', async () => {
    api.objects[CLASS_GROUP] = {
      versions: [{ version: 'v1alpha1' }, { version: 'v1' }],
      preferredVersion: { version: 'v1' },
    };
    api.lists[`${CLASS_GROUP}/v1/kcnodeclasses`] = [{ metadata: { name: 'new' } }];
    expect((await gather()).nodeClasses).toMatchObject({ kind: 'read', value: [{ name: 'new' }] });
  });

  it.each([
    ['nodePools', POOLS, 'forbidden'],
    ['nodeClasses', CLASSES, 'forbidden'],
    ['nodeClaims', CLAIMS, 'forbidden'],
    ['warnings', CLUSTER_EVENTS, 'forbidden'],
    ['provider', PROVIDER, 'forbidden'],
  ] as const)('say why %s could not be read, and tell the others', async (fact, refused, code) => {
    api.instead = ({ path }) => (path === refused ? refusal(403, 'no') : undefined);
    const { [fact]: unread, ...others } = await gather();
    expect(unread).toMatchObject({ kind: 'unreadable', failure: { code } });
    for (const other of Object.values(others)) expect(other).toMatchObject({ kind: 'read' });
  });

  it('say when the cluster knows no KCNodeClass, and when a Deployment is none', async () => {
    delete api.objects[CLASS_GROUP];
    api.objects[PROVIDER] = { kind: 'Status' };
    expect(await gather()).toMatchObject({
      nodeClasses: { kind: 'unreadable', failure: { code: 'witness-type-missing' } },
      provider: { kind: 'unreadable', failure: { code: 'witness-unreadable' } },
    });
  });

  it('are all unreadable for one reason when the cluster cannot be reached', async () => {
    const facts = await createHelpDesk(options({ kind: 'kubeconfig', file: 'gone' })).gather(SHOP);
    for (const fact of Object.values(facts)) {
      expect(fact).toMatchObject({ kind: 'unreadable', failure: { code: 'kubeconfig-invalid' } });
    }
  });
});

it('the adapter asks for all that calls.ts lists, by GET, and for nothing else', async () => {
  await gather();
  delete api.lists[CLAIMS];
  await createWitnesses(settings()).ask(SHOP);
  const listed = CALLS.map((call) => (call === NODE_CLASSES ? pathOf(call, 'v1alpha1') : pathOf(call)));
  expect([...new Set(api.paths())].toSorted()).toEqual(listed.toSorted());
  expect(new Set(api.asked.map((it) => it.method))).toEqual(new Set(['GET']));
});
