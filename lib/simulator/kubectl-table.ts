import type { KubernetesObject } from './kubernetes-objects.ts';

/** kubectl's table writer: cells padded by 3 blanks, a column at least 6 wide, the last one not padded. */
const PADDING = 3;
const MIN_WIDTH = 6;

/** Exactly what `kubectl get nodeclaims -o custom-columns='NODECLAIM:.metadata.name,PROVIDER_ID:.status.providerID'` prints. */
export function kubectlTable(claims: readonly KubernetesObject[]): string {
  const rows = [
    ['NODECLAIM', 'PROVIDER_ID'],
    ...claims.map((claim) => [claim.metadata.name, providerIdOf(claim)]),
  ];
  const width = Math.max(MIN_WIDTH, ...rows.map(([name = '']) => name.length + PADDING));
  return rows.map(([name = '', providerId = '']) => `${name.padEnd(width)}${providerId}\n`).join('');
}

function providerIdOf(claim: KubernetesObject): string {
  const status = claim.status;
  if (typeof status !== 'object' || status === null || !('providerID' in status)) return '<none>';
  return String(status.providerID);
}
