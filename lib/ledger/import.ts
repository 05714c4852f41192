import { type ProviderRef, providerRef } from '../terms/provider-id.ts';
import type { RecordedNodeClaim } from './entries.ts';

/** `line`: counted from 1, as editors do; `why` names the value found. */
export interface TableFault {
  readonly line: number;
  readonly why: string;
}

interface Faulty {
  readonly kind: 'faulty';
  readonly faults: readonly TableFault[];
}

/** One fault, and nothing of the table is taken: half a table would look like a cluster with fewer NodeClaims. */
export type NodeClaimTable =
  | { readonly kind: 'read'; readonly nodeClaims: readonly RecordedNodeClaim[] }
  | Faulty;

export type DecodedTable = { readonly kind: 'text'; readonly text: string } | Faulty;

/**
 * Text from the bytes of a file into which kubectl's output was redirected: UTF-8, or the UTF-16 that `>` writes in
 * Windows PowerShell, with or without a byte order mark.
 */
export function decodeTable(bytes: Uint8Array): DecodedTable {
  const encoding = encodingOf(bytes);
  try {
    return { kind: 'text', text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return faulty([{ line: 1, why: `the file is no ${encoding.toUpperCase()} text` }]);
  }
}

/** NodeClaim names and provider IDs are ASCII, so that in UTF-16 every second byte of the first character is zero. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

/**
 * Reads the table that this printed before the deletion of a cluster:
 * `kubectl get nodeclaims -o custom-columns='NODECLAIM:.metadata.name,PROVIDER_ID:.status.providerID'`
 *
 * The header may be missing, and further columns may stand to the right.
 */
export function parseNodeClaimTable(text: string): NodeClaimTable {
  const rows = rowsOf(text);
  if (rows.length === 0) return faulty([{ line: 1, why: 'there is no NodeClaim' }]);
  const faults = [...rows.flatMap(faultOfRow), ...faultsBetween(rows)];
  if (faults.length > 0) return faulty(faults.toSorted((a, b) => a.line - b.line));
  const claims = new Map(rows.map((row) => [row.name, recordedNodeClaim(row)]));
  return { kind: 'read', nodeClaims: [...claims.values()] };
}

function faulty(faults: readonly TableFault[]): Faulty {
  return { kind: 'faulty', faults };
}

interface Row {
  readonly line: number;
  readonly name: string;
  /** `undefined`: the line ends before this column. */
  readonly providerId: string | undefined;
}

/** A header is only one at the top: in the middle it means two tables in one file, perhaps of two clusters. */
function rowsOf(text: string): readonly Row[] {
  const rows = text
    .split(/\r\n|\n|\r/)
    .map((line, index): Row => {
      const [name = '', providerId] = line.trim().split(/\s+/);
      return { line: index + 1, name, providerId };
    })
    .filter((row) => row.name !== '');
  const top = rows[0];
  return top !== undefined && isHeader(top) ? rows.slice(1) : rows;
}

function isHeader({ name, providerId }: Row): boolean {
  return name.toLowerCase() === 'nodeclaim' && providerId?.toLowerCase() === 'provider_id';
}

/** The names that Kubernetes takes for a NodeClaim (RFC 1123 subdomain). */
const SUBDOMAIN = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function faultOfRow({ line, name, providerId }: Row): readonly TableFault[] {
  if (!SUBDOMAIN.test(name)) return [{ line, why: `${quoted(name, 12)} is no name of a NodeClaim` }];
  if (providerId === undefined) return [{ line, why: `NodeClaim ${quoted(name)} has no provider ID column` }];
  if (providerRef(providerId).kind !== 'unclear') return [];
  return [
    { line, why: `the provider ID ${quoted(providerId)} of NodeClaim ${quoted(name)} holds no instance ID` },
  ];
}

/** A NodeClaim has one instance, and an instance has one NodeClaim. The same line twice is one. */
function faultsBetween(rows: readonly Row[]): readonly TableFault[] {
  const byName = new Map<string, Row>();
  const byInstance = new Map<string, Row>();
  return rows.flatMap((row) => {
    const instance = instanceOf(row);
    const sameName = firstOf(byName, row.name, row);
    const sameInstance = instance === undefined ? row : firstOf(byInstance, instance, row);
    if (instanceOf(sameName) !== instance) {
      return [
        {
          line: row.line,
          why: `NodeClaim ${quoted(row.name)} has another provider ID in line ${sameName.line}`,
        },
      ];
    }
    if (sameInstance.name !== row.name) {
      const why = `NodeClaim ${quoted(row.name)} has the provider ID of ${quoted(sameInstance.name)} in line ${sameInstance.line}`;
      return [{ line: row.line, why }];
    }
    return [];
  });
}

function firstOf(seen: Map<string, Row>, key: string, row: Row): Row {
  const first = seen.get(key) ?? row;
  seen.set(key, first);
  return first;
}

function instanceOf({ providerId }: Row): string | undefined {
  const ref = providerRef(providerId);
  return ref.kind === 'instance' ? ref.id : undefined;
}

function recordedNodeClaim({ name, providerId }: Row): RecordedNodeClaim {
  const provider: ProviderRef = providerRef(providerId);
  return {
    name,
    uid: undefined,
    nodePool: undefined,
    providerId: provider.kind === 'none' ? '' : (providerId ?? ''),
    provider,
  };
}

/** A cell as it stood; its start only where it is long, for the file may be a wrong one and hold anything. */
function quoted(cell: string, shown = 100): string {
  return JSON.stringify(cell.length > shown ? `${cell.slice(0, shown)}…` : cell);
}
