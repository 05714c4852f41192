import { describe, expect, it } from 'vitest';
import type { InstanceEvidence, VolumeEvidence } from '../../lib/evidence/outcomes.ts';
import { EVIDENCE_OUTCOMES, evidenceLines } from '../../lib/report/words/evidence-lines.ts';
import { LANGUAGES } from '../../lib/report/words/language.ts';
import type { Judged } from '../../lib/verdict/judged.ts';
import { aJudgedInstance, aJudgedVolume } from '../builders/judged.ts';
import { aClusterUid, anId, at } from '../builders/ledger.ts';

const SINCE = at('2026-11-29T20:00:00Z');
const DETAIL = 'what was found';
const clusterUid = aClusterUid();

const INSTANCES: { readonly [Kind in keyof InstanceEvidence]: readonly InstanceEvidence[Kind][] } = {
  name: [
    { kind: 'matches', uid8: '2c32ae2c' as never, nodeClaim: 'general-7k2lq' },
    { kind: 'cut-off', uid8: '2c32ae2c' as never, nodeClaimStart: 'general-' },
    { kind: 'other' },
  ],
  description: [
    {
      kind: 'marked',
      fields: [
        { key: 'c', value: 'x' },
        { key: 'n', value: 'y' },
      ],
    },
    { kind: 'marked', fields: [] },
    { kind: 'other-version', version: '2' },
    { kind: 'other' },
  ],
  signature: [
    { kind: 'valid', keyId: '2026-05', key: 'active' },
    { kind: 'valid', keyId: '2025-11', key: 'retired' },
    { kind: 'invalid' },
    { kind: 'unknown-key', keyId: '2024-01' },
    { kind: 'absent' },
    { kind: 'uncovered' },
    { kind: 'unverified', why: 'no-keyring' },
    { kind: 'unverified', why: 'no-scheme' },
    { kind: 'unverified', why: 'stale-scheme' },
  ],
  record: [
    recorded({ changes: [], fieldOrder: 'same' }),
    recorded({ changes: ['name'], fieldOrder: 'different' }),
    recorded({ changes: ['name', 'description', 'created-at'], fieldOrder: 'too-few' }),
    { kind: 'unrecorded' },
    { kind: 'contradictory', detail: DETAIL },
    { kind: 'unreadable', detail: DETAIL },
  ],
  claim: [
    { kind: 'claimed', nodeClaim: 'general-7k2lq', cluster: 'shop' },
    { kind: 'claim-terminating', nodeClaim: 'general-7k2lq', cluster: 'shop' },
    { kind: 'claim-launching', nodeClaim: 'general-7k2lq' },
    { kind: 'claim-elsewhere', nodeClaim: 'general-7k2lq', instanceId: anId(2) },
    { kind: 'claim-unclear', nodeClaim: 'general-7k2lq', detail: DETAIL },
    { kind: 'claim-duplicated', nodeClaim: 'general-7k2lq', other: 'general-m4n5p' },
    { kind: 'unclaimed' },
    { kind: 'unreadable', reason: 'owner-unreadable', detail: DETAIL },
    { kind: 'unreadable', reason: 'owner-list-shrunk', detail: DETAIL },
  ],
  node: [
    { kind: 'ready', node: 'node-1', cluster: 'shop', isKarpenters: true },
    { kind: 'not-ready', node: 'node-1', cluster: 'shop', isKarpenters: true },
    { kind: 'none' },
    { kind: 'unreadable', detail: DETAIL },
  ],
  cluster: [
    { kind: 'alive', phase: 'Provisioned', witness: 'asked' },
    { kind: 'alive', phase: 'Provisioned', witness: 'declared-none' },
    { kind: 'deleting', since: SINCE, period: 'within', witness: 'asked' },
    { kind: 'deleting', since: SINCE, period: 'past', witness: 'asked' },
    { kind: 'deleting', since: undefined, period: 'unknown', witness: 'declared-none' },
    { kind: 'gone', lastSeenAlive: SINCE, createdAfterDeletion: false },
    { kind: 'gone', lastSeenAlive: undefined, createdAfterDeletion: true },
    { kind: 'never-seen' },
    { kind: 'unreadable', detail: DETAIL },
  ],
  age: [
    { kind: 'old-enough', createdAt: SINCE },
    { kind: 'young', createdAt: SINCE },
    { kind: 'unknown', detail: DETAIL },
  ],
  state: [
    { kind: 'present', status: 'active' },
    { kind: 'deleting', status: 'soft-deleted' },
    { kind: 'error', status: 'error' },
    { kind: 'other', status: 'Brand New Word' },
    { kind: 'other', status: '' },
  ],
  identity: [
    {
      kind: 'agreed',
      owner: { clusterUid, uid8: '2c32ae2c' as never, clusterName: 'shop', nodeClaim: 'a-1' },
    },
    {
      kind: 'agreed',
      owner: { clusterUid, uid8: '2c32ae2c' as never, clusterName: undefined, nodeClaim: undefined },
    },
    { kind: 'none', uid8: undefined, nodeClaim: undefined },
    { kind: 'conflict', detail: DETAIL, uid8: undefined, nodeClaim: undefined },
    { kind: 'collision', detail: DETAIL, uid8: undefined, nodeClaim: undefined },
  ],
  twin: [{ kind: 'alone' }, { kind: 'twin', other: anId(2) }, { kind: 'unknown' }],
  sightings: [
    { kind: 'enough', count: 2, needed: 2 },
    { kind: 'too-few', count: 1, needed: 2 },
  ],
};

const VOLUMES: { readonly [Kind in keyof VolumeEvidence]: readonly VolumeEvidence[Kind][] } = {
  mark: [
    {
      kind: 'marked',
      by: [
        'recorded',
        'attached-to-marked-instance',
        'instance-name',
        'kubernetes-metadata',
        'persistent-volume',
      ],
    },
    { kind: 'none' },
  ],
  persistentVolume: [
    { kind: 'bound', name: 'pvc-1', cluster: 'shop' },
    { kind: 'csi-leftover' },
    { kind: 'none' },
    { kind: 'unreadable', detail: DETAIL },
  ],
  attachment: [
    { kind: 'unattached' },
    ...(['unrelated', 'in-use', 'settling', 'ambiguous', 'orphan'] as const).map(
      (verdict) => ({ kind: 'attached', instanceId: anId(1), verdict }) as const,
    ),
    { kind: 'instance-missing', instanceId: anId(1) },
    { kind: 'disagrees', detail: DETAIL },
    { kind: 'unreadable', detail: DETAIL },
  ],
  state: [
    { kind: 'available', status: 'available' },
    { kind: 'in-use', status: 'in_use' },
    { kind: 'error', status: 'error' },
    { kind: 'deleting', status: 'deleting' },
    { kind: 'in-transition', status: 'attaching' },
    { kind: 'stuck-in-transition', status: 'detaching' },
    { kind: 'other', status: 'new' },
  ],
  age: INSTANCES.age,
  record: [
    recordedVolume({ createdAt: 'equal', onTermination: 'deleted', origin: 'with-instance' }),
    recordedVolume({ createdAt: 'different', onTermination: 'kept', origin: 'attached-later' }),
    recordedVolume({ createdAt: 'unknown', onTermination: 'unknown', origin: 'with-instance' }),
    { kind: 'unrecorded' },
    { kind: 'contradictory', detail: DETAIL },
    { kind: 'unreadable', detail: DETAIL },
  ],
  recordedInstance: [{ kind: 'gone' }, { kind: 'exists' }, { kind: 'unreadable' }, { kind: 'unrecorded' }],
  claim: INSTANCES.claim,
  node: INSTANCES.node,
  cluster: INSTANCES.cluster,
  identity: INSTANCES.identity,
  sightings: INSTANCES.sightings,
};

function recorded(over: Partial<Extract<InstanceEvidence['record'], { kind: 'recorded' }>>) {
  return {
    kind: 'recorded',
    clusterUid,
    nodeClaim: 'general-7k2lq',
    changes: [],
    fieldOrder: 'same',
    recordedAt: at('2026-11-20T18:00:00Z'),
    ...over,
  } as const;
}

function recordedVolume(
  over: Pick<
    Extract<VolumeEvidence['record'], { kind: 'recorded' }>,
    'createdAt' | 'onTermination' | 'origin'
  >,
) {
  return {
    kind: 'recorded',
    clusterUid,
    nodeClaim: 'general-7k2lq',
    instanceId: anId(1),
    recordedAt: at('2026-11-20T18:00:00Z'),
    ...over,
  } as const;
}

const EVERY_OUTCOME: readonly Judged[] = [
  ...Object.entries(INSTANCES).flatMap(([kind, all]) =>
    all.map((one) => aJudgedInstance({ evidence: { [kind]: one } })),
  ),
  ...Object.entries(VOLUMES).flatMap(([kind, all]) =>
    all.map((one) => aJudgedVolume({ evidence: { [kind]: one } })),
  ),
];

describe('the evidence', () => {
  it('stands in the order of the rules page', () => {
    expect(evidenceLines(aJudgedInstance(), 'en').map(({ kind }) => kind)).toEqual([
      'name',
      'description',
      'signature',
      'record',
      'claim',
      'node',
      'cluster',
      'age',
      'state',
      'identity',
      'twin',
      'sightings',
    ]);
    expect(evidenceLines(aJudgedVolume(), 'en').map(({ kind }) => kind)).toEqual([
      'mark',
      'persistent-volume',
      'attachment',
      'state',
      'age',
      'record',
      'recorded-instance',
      'claim',
      'node',
      'cluster',
      'identity',
      'sightings',
    ]);
  });

  it('can have the outcomes that the schema lists, and all of them are tried here', () => {
    const tried = EVERY_OUTCOME.flatMap((judged) => evidenceLines(judged, 'en')).map(
      ({ kind, outcome }) => `${kind} ${outcome}`,
    );
    const listed = EVIDENCE_OUTCOMES.flatMap(({ kind, outcomes }) => outcomes.map((one) => `${kind} ${one}`));
    expect([...new Set(tried)].sort()).toEqual([...listed].sort());
  });

  it.each(LANGUAGES)('says each outcome in a sentence of its own (%s)', async (language) => {
    const lines = EVERY_OUTCOME.flatMap((judged) => evidenceLines(judged, language)).map(
      ({ kind, outcome, detail }) => `${kind} ${outcome}: ${detail}`,
    );
    const text = `${[...new Set(lines)].join('\n')}\n`;
    await expect(text).toMatchFileSnapshot(`evidence-${language}.golden.txt`);
  });

  it.each(LANGUAGES)('names the record by its facts (%s)', (language) => {
    const record = evidenceLines(aJudgedInstance(), language).find(({ kind }) => kind === 'record');
    for (const fact of ['2026-11-20T18:00:00Z', 'general-7k2lq', clusterUid]) {
      expect(record?.detail).toContain(fact);
    }
  });

  it.each(LANGUAGES)('never lets a name go on as its sentence (%s)', (language) => {
    const name = 'x". It is claimed by NodeClaim "y\u001b[2J\n';
    const judged = aJudgedInstance({ resource: { name }, evidence: { name: { kind: 'other' } } });
    const [line] = evidenceLines(judged, language);
    expect(line?.detail).toContain('"x\\". It is claimed by NodeClaim \\"y\\u{1b}[2J\\u{a}"');
  });
});
