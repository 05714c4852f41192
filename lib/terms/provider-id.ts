import { type ResourceId, resourceId } from './ids.ts';

/**
 * What a Kubernetes object says about the instance behind it. `none`: nothing yet (a NodeClaim that is launching);
 * `unclear`: a text in which no instance ID can be found.
 */
export type ProviderRef =
  | { readonly kind: 'instance'; readonly id: ResourceId }
  | { readonly kind: 'none' }
  | { readonly kind: 'unclear'; readonly text: string };

const UUIDS =
  /(?<![0-9a-f])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})(?![0-9a-f])/gi;

/**
 * Reads a provider ID in any form: `kakaocloud:///kr-central-2-a/<uuid>`, a bare UUID, upper case, without dashes. The
 * instance ID is its last UUID (verdicts.md, "provider ID"). `<none>` is what kubectl prints for an absent value.
 */
export function providerRef(text: string | null | undefined): ProviderRef {
  const trimmed = (text ?? '').trim();
  if (trimmed === '' || trimmed === '<none>') return { kind: 'none' };
  const id = resourceId(trimmed.match(UUIDS)?.at(-1));
  return id === undefined ? { kind: 'unclear', text: trimmed } : { kind: 'instance', id };
}
