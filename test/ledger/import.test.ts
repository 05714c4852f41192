import { describe, expect, it } from 'vitest';
import { decodeTable, type NodeClaimTable, parseNodeClaimTable } from '../../lib/ledger/import.ts';
import { anId } from '../builders/ledger.ts';

const A = `kakaocloud:///kr-central-2-a/${anId(1)}`;
const B = `kakaocloud:///kr-central-2-b/${anId(2)}`;
const TABLE = `NODECLAIM       PROVIDER_ID
general-7k2lq   ${A}
spot-x9q4m      ${B}
`;

const CLAIMS = [
  { name: 'general-7k2lq', nodePool: undefined, providerId: A, provider: { kind: 'instance', id: anId(1) } },
  { name: 'spot-x9q4m', nodePool: undefined, providerId: B, provider: { kind: 'instance', id: anId(2) } },
];

const READ: NodeClaimTable = { kind: 'read', nodeClaims: CLAIMS as never };

function faultsOf(text: string): readonly string[] {
  const table = parseNodeClaimTable(text);
  return table.kind === 'faulty' ? table.faults.map(({ line, why }) => `${line}: ${why}`) : [];
}

describe('the table of NodeClaims', () => {
  it.each([
    ['as kubectl printed it', TABLE],
    ['with Windows line ends', TABLE.replaceAll('\n', '\r\n')],
    ['with the line ends of an old Mac', TABLE.replaceAll('\n', '\r')],
    ['without its last line end', TABLE.trimEnd()],
    ['with blank lines', `\n${TABLE.replaceAll('\n', '\n  \n')}\n`],
    ['with a header in lower case', TABLE.replace('NODECLAIM       PROVIDER_ID', 'nodeclaim provider_id')],
    ['without its header', TABLE.slice(TABLE.indexOf('\n') + 1)],
    ['with tabs', TABLE.replaceAll(/ +/g, '\t')],
    ['indented', TABLE.replaceAll(/^/gm, '   ')],
    [
      'with more columns to the right',
      TABLE.replace('_ID', '_ID   NODE').replaceAll(/-a\/.*|-b\/.*/g, '$&   host-10-20-1-31   True'),
    ],
    ['with a line twice', `${TABLE}general-7k2lq   ${A}\n`],
    [
      'with a line twice, the ID in another form',
      `${TABLE}general-7k2lq   ${anId(1).toUpperCase().replaceAll('-', '')}\n`,
    ],
  ])('is read %s', (name, text) => {
    const table = parseNodeClaimTable(text);
    const pointsAt = (it: NodeClaimTable) =>
      it.kind === 'read' && it.nodeClaims.map(({ name, provider }) => [name, provider]);
    expect(pointsAt(table), name).toEqual(pointsAt(READ));
  });

  it('keeps provider IDs as they stood', () => {
    expect(parseNodeClaimTable(TABLE)).toEqual(READ);
  });

  it('keeps a NodeClaim that was launching', () => {
    expect(parseNodeClaimTable('general-7k2lq   <none>')).toEqual({
      kind: 'read',
      nodeClaims: [
        { name: 'general-7k2lq', nodePool: undefined, providerId: '', provider: { kind: 'none' } },
      ],
    });
  });

  it('lets several NodeClaims be launching', () => {
    expect(faultsOf('general-7k2lq <none>\nspot-x9q4m <none>\n')).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['blank lines', '\r\n\r\n'],
    ['a header only', 'NODECLAIM   PROVIDER_ID\n'],
  ])('is not empty: %s', (_, text) => {
    expect(faultsOf(text)).toEqual(['1: there is no NodeClaim']);
  });

  it.each([
    [
      'a name that Kubernetes would not take',
      `General_1   ${A}`,
      ['1: "General_1" is no name of a NodeClaim'],
    ],
    [
      'the header of another table',
      `NAME   TYPE\n${TABLE}`,
      ['1: "NAME" is no name of a NodeClaim', '2: "NODECLAIM" is no name of a NodeClaim'],
    ],
    [
      'two tables, perhaps of two clusters',
      TABLE + TABLE.replace('NODECLAIM       PROVIDER_ID', 'nodeclaim provider_id'),
      ['4: the provider ID "provider_id" of NodeClaim "nodeclaim" holds no instance ID'],
    ],
    [
      'no second column',
      'NODECLAIM\ngeneral-7k2lq\n',
      ['1: "NODECLAIM" is no name of a NodeClaim', '2: NodeClaim "general-7k2lq" has no provider ID column'],
    ],
    [
      'a provider ID without a UUID',
      `${TABLE}other-1 aws:///eu-central-1a/i-0abc\n`,
      ['4: the provider ID "aws:///eu-central-1a/i-0abc" of NodeClaim "other-1" holds no instance ID'],
    ],
    [
      'a cut-off UUID',
      `general-7k2lq   ${A.slice(0, -1)}`,
      [`1: the provider ID "${A.slice(0, -1)}" of NodeClaim "general-7k2lq" holds no instance ID`],
    ],
    [
      'a NodeClaim with two provider IDs',
      `${TABLE}general-7k2lq ${anId(3)}\n`,
      ['4: NodeClaim "general-7k2lq" has another provider ID in line 2'],
    ],
    [
      'a NodeClaim that launches and does not',
      `${TABLE}general-7k2lq <none>\n`,
      ['4: NodeClaim "general-7k2lq" has another provider ID in line 2'],
    ],
    [
      'two NodeClaims with one provider ID',
      `${TABLE}other-1 ${A}\n`,
      ['4: NodeClaim "other-1" has the provider ID of "general-7k2lq" in line 2'],
    ],
    [
      'two NodeClaims with one instance, in two forms',
      `${TABLE}other-1 ${anId(2).toUpperCase()}\n`,
      ['4: NodeClaim "other-1" has the provider ID of "spot-x9q4m" in line 3'],
    ],
    [
      'many faults, in the order of their lines',
      `a <none>\na ${A}\nB ${B}\n\nc x`,
      [
        '2: NodeClaim "a" has another provider ID in line 1',
        '3: "B" is no name of a NodeClaim',
        '5: the provider ID "x" of NodeClaim "c" holds no instance ID',
      ],
    ],
  ])('is not taken with %s', (_, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  it('shows the start only of what stands in a wrong file', () => {
    const wrongFile = '{"activeKeyID":"k1","keys":{"k1":"bm90IGEga2V5LCBidXQgaXQgY291bGQgYmUgb25lLg=="}}';
    expect(faultsOf(wrongFile)).toEqual([String.raw`1: "{\"activeKeyI…" is no name of a NodeClaim`]);
  });

  it.each(['a', 'a.b-c', '0', `${'a'.repeat(63)}.${'b'.repeat(189)}`])('takes the name %s', (name) => {
    expect(faultsOf(`${name} ${A}`)).toEqual([]);
  });

  it.each(['-a', 'a-', 'a..b', '.a', 'a_b', 'A', '가', 'a'.repeat(254)])(
    'does not take the name %s',
    (name) => {
      expect(faultsOf(`${name} ${A}`)).toHaveLength(1);
    },
  );
});

describe('the bytes of the table', () => {
  const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
  const swapped = (bytes: Uint8Array) => new Uint8Array(Buffer.from(bytes).swap16());

  it.each([
    ['UTF-8', new TextEncoder().encode(TABLE)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${TABLE}`)],
    ['UTF-16 as PowerShell writes it', utf16(`\ufeff${TABLE}`)],
    ['UTF-16 without a mark', utf16(TABLE)],
    ['UTF-16, the other way round', swapped(utf16(`\ufeff${TABLE}`))],
    ['UTF-16, the other way round, without a mark', swapped(utf16(TABLE))],
  ])('are read as %s', (_, bytes) => {
    expect(decodeTable(bytes)).toEqual({ kind: 'text', text: TABLE });
  });

  it.each([
    ['UTF-8', Uint8Array.of(0x61, 0xff)],
    ['UTF-16LE', utf16(`\ufeff${TABLE}`).slice(0, -1)],
  ])('are refused when they are no %s', (encoding, bytes) => {
    expect(decodeTable(bytes)).toEqual({
      kind: 'faulty',
      faults: [{ line: 1, why: `the file is no ${encoding} text` }],
    });
  });
});
