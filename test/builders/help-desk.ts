import type { HelpDesk, HelpDeskFacts, RawObject, WarningEvent } from '../../lib/ledger/help-desk.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import { read, unreadable } from '../../lib/terms/readable.ts';

/** A NodeClaim as its cluster holds it. */
export function aRawNodeClaim(
  name = 'general-7k2lq',
  over: Readonly<Record<string, unknown>> = {},
): RawObject {
  return {
    name,
    object: {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodeClaim',
      metadata: { name, resourceVersion: '1001', labels: { 'karpenter.sh/nodepool': 'general' } },
      spec: { expireAfter: '720h' },
      status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-06-02T01:02:00Z' }] },
      ...over,
    },
  };
}

export function aRawNodePool(
  spec: Readonly<Record<string, unknown>> = { limits: { cpu: '200' } },
): RawObject {
  return {
    name: 'general',
    object: { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name: 'general' }, spec },
  };
}

export function aRawNodeClass(spec: Readonly<Record<string, unknown>> = { zones: ['a'] }): RawObject {
  const apiVersion = 'karpenter.kakaocloud.com/v1alpha1';
  return {
    name: 'default',
    object: { apiVersion, kind: 'KCNodeClass', metadata: { name: 'default' }, spec },
  };
}

export function aWarning(over: Partial<WarningEvent> = {}): WarningEvent {
  return {
    name: 'general-7k2lq.17a',
    about: 'NodeClaim general-7k2lq',
    reason: 'FailedTermination',
    message: 'the signature does not match',
    count: 3,
    lastSeenAt: '2026-11-01T00:00:00Z',
    ...over,
  };
}

/** What a sound cluster with one NodeClaim says. */
export function someFacts(over: Partial<HelpDeskFacts> = {}): HelpDeskFacts {
  return {
    nodeClaims: read([aRawNodeClaim()]),
    nodePools: read([aRawNodePool()]),
    nodeClasses: read([aRawNodeClass()]),
    warnings: read([]),
    provider: read({
      kind: 'installed',
      chart: 'karpenter-provider-kakaocloud-1.2.0',
      images: ['registry.example/karpenter-provider-kakaocloud:1.2.0'],
    }),
    ...over,
  };
}

export const UNREADABLE_FACT = unreadable(
  new AuditFailure('forbidden', 'the cluster "shop" does not let the user list it', 'bind that user'),
);

/** Facts from memory, by the cluster's name. They are looked at when they are asked for; every cluster has some. */
export function fakeHelpDesk(
  facts: Record<string, HelpDeskFacts> = {},
): HelpDesk & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async gather({ name }) {
      asked.push(name);
      return facts[name] ?? someFacts();
    },
  };
}
