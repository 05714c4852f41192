import { describe, expect, it } from 'vitest';
import type { InstanceEvidence, VolumeEvidence } from '../../lib/evidence/outcomes.ts';
import { INSTANCE_RULES, judgeInstance } from '../../lib/verdict/instance-rules.ts';
import { judgeVolume, VOLUME_RULES } from '../../lib/verdict/volume-rules.ts';
import { aRecord, aVolumeRecord, OWNER } from '../builders/evidence.ts';
import { anId, at } from '../builders/ledger.ts';

/**
 * The whole finite product of the outcomes of every kind of evidence is judged. `into` names the outcomes that are the
 * unreadable, unknown or unverified forms of a kind: turning any outcome into one of these must never make an orphan.
 */
interface Kind<Outcome> {
  readonly outcomes: readonly Outcome[];
  readonly into: readonly Outcome[];
  /** Outcomes that are kept when doubt is cast: see the case of the signature. */
  readonly keeps?: readonly Outcome[];
}
type Space<Evidence> = { readonly [Name in keyof Evidence]: Kind<Evidence[Name]> };

const unreadable = { kind: 'unreadable', detail: '' } as const;
const claimUnreadable = { kind: 'unreadable', reason: 'owner-unreadable', detail: '' } as const;
const deleting = { kind: 'deleting', since: at('2026-06-01T00:00:00Z'), witness: 'asked' } as const;
const gone = { kind: 'gone', lastSeenAlive: undefined, createdAfterDeletion: false } as const;
const ageUnknown = { kind: 'unknown', detail: '' } as const;
const agreed = { kind: 'agreed', owner: OWNER } as const;
const noOwner = { kind: 'none', uid8: undefined, nodeClaim: undefined } as const;
const other = { kind: 'other' } as const;
const stateUnknown = { kind: 'other', status: 'parked' } as const;
const unverified = { kind: 'unverified', why: 'no-keyring' } as const;
const tooFew = { kind: 'too-few', count: 0, needed: 2 } as const;
const createdAt = at('2026-05-30T09:00:00Z');

const INSTANCES: Space<InstanceEvidence> = {
  name: {
    outcomes: [
      { kind: 'matches', uid8: OWNER.uid8, nodeClaim: 'general-7k2lq' },
      { kind: 'cut-off', uid8: OWNER.uid8, nodeClaimStart: 'general' },
      other,
    ],
    into: [other],
  },
  description: {
    outcomes: [{ kind: 'marked', fields: [] }, { kind: 'other-version', version: '2' }, other],
    into: [{ kind: 'other-version', version: '2' }, other],
  },
  signature: {
    outcomes: [
      { kind: 'valid', keyId: 'k1', key: 'active' },
      { kind: 'invalid' },
      { kind: 'unknown-key', keyId: 'k9' },
      { kind: 'absent' },
      unverified,
    ],
    into: [unverified],
    // Not looking at a signature that speaks against an instance leaves what else proves it, as if there were no
    // keyring: docs/decisions/2026-11-30-doubt-is-monotone.md.
    keeps: [{ kind: 'invalid' }, { kind: 'unknown-key', keyId: 'k9' }, { kind: 'absent' }],
  },
  record: {
    outcomes: [
      aRecord(),
      aRecord({ changes: ['name'] }),
      { kind: 'unrecorded' },
      { kind: 'contradictory', detail: '' },
      unreadable,
    ],
    into: [unreadable],
  },
  claim: {
    outcomes: [
      { kind: 'claimed', nodeClaim: 'n', cluster: 'shop' },
      { kind: 'claim-terminating', nodeClaim: 'n', cluster: 'shop' },
      { kind: 'claim-launching', nodeClaim: 'n' },
      { kind: 'claim-elsewhere', nodeClaim: 'n', instanceId: anId(9) },
      { kind: 'claim-unclear', nodeClaim: 'n', detail: '' },
      { kind: 'claim-duplicated', nodeClaim: 'n', other: 'm' },
      { kind: 'unclaimed' },
      claimUnreadable,
    ],
    into: [claimUnreadable],
  },
  node: {
    outcomes: [
      { kind: 'ready', node: 'h', cluster: 'shop', isKarpenters: true },
      { kind: 'not-ready', node: 'h', cluster: 'shop', isKarpenters: true },
      { kind: 'none' },
      unreadable,
    ],
    into: [unreadable],
  },
  cluster: {
    outcomes: [
      { kind: 'alive', phase: 'Provisioned', witness: 'asked' },
      { kind: 'alive', phase: 'Provisioned', witness: 'declared-none' },
      { ...deleting, period: 'past' },
      { ...deleting, since: undefined, period: 'unknown' },
      gone,
      { ...gone, createdAfterDeletion: true },
      { kind: 'never-seen' },
      unreadable,
    ],
    into: [unreadable, { kind: 'never-seen' }, { ...deleting, since: undefined, period: 'unknown' }],
  },
  age: {
    outcomes: [{ kind: 'old-enough', createdAt }, { kind: 'young', createdAt }, ageUnknown],
    into: [ageUnknown],
  },
  state: {
    outcomes: [{ kind: 'present', status: 'active' }, { kind: 'deleting', status: 'deleting' }, stateUnknown],
    into: [stateUnknown],
  },
  identity: {
    outcomes: [agreed, noOwner],
    into: [noOwner],
  },
  twin: {
    outcomes: [{ kind: 'alone' }, { kind: 'twin', other: anId(2) }, { kind: 'unknown' }],
    into: [{ kind: 'unknown' }],
  },
  sightings: { outcomes: [{ kind: 'enough', count: 2, needed: 2 }, tooFew], into: [tooFew] },
};

const VOLUMES: Space<VolumeEvidence> = {
  mark: { outcomes: [{ kind: 'marked', by: ['recorded'] }, { kind: 'none' }], into: [] },
  persistentVolume: {
    outcomes: [
      { kind: 'bound', name: 'pvc', cluster: 'shop' },
      { kind: 'csi-leftover' },
      { kind: 'none' },
      unreadable,
    ],
    into: [unreadable],
  },
  attachment: {
    outcomes: [
      { kind: 'unattached' },
      { kind: 'attached', instanceId: anId(1), verdict: 'orphan' },
      { kind: 'instance-missing', instanceId: anId(1) },
      { kind: 'disagrees', detail: '' },
      unreadable,
    ],
    into: [unreadable, { kind: 'disagrees', detail: '' }],
  },
  state: {
    outcomes: [
      { kind: 'available', status: 'available' },
      { kind: 'in-use', status: 'in_use' },
      { kind: 'deleting', status: 'deleting' },
      { kind: 'stuck-in-transition', status: 'detaching' },
      stateUnknown,
    ],
    into: [stateUnknown],
  },
  age: INSTANCES.age,
  record: {
    outcomes: [
      aVolumeRecord(),
      aVolumeRecord({ createdAt: 'different' }),
      aVolumeRecord({ createdAt: 'unknown' }),
      aVolumeRecord({ onTermination: 'kept' }),
      aVolumeRecord({ onTermination: 'unknown' }),
      aVolumeRecord({ origin: 'attached-later' }),
      { kind: 'unrecorded' },
      { kind: 'contradictory', detail: '' },
      unreadable,
    ],
    into: [unreadable, aVolumeRecord({ createdAt: 'unknown' }), aVolumeRecord({ onTermination: 'unknown' })],
  },
  recordedInstance: {
    outcomes: [{ kind: 'gone' }, { kind: 'exists' }, { kind: 'unreadable' }],
    into: [{ kind: 'unreadable' }],
  },
  claim: {
    outcomes: [
      { kind: 'claimed', nodeClaim: 'n', cluster: 'shop' },
      { kind: 'claim-elsewhere', nodeClaim: 'n', instanceId: anId(9) },
      { kind: 'unclaimed' },
      claimUnreadable,
    ],
    into: [claimUnreadable],
  },
  node: { outcomes: [{ kind: 'none' }, unreadable], into: [unreadable] },
  cluster: INSTANCES.cluster,
  identity: { outcomes: [agreed, noOwner], into: [noOwner] },
  sightings: INSTANCES.sightings,
};

/** The product of all outcomes, every combination by its number. */
class Product<Evidence extends object> {
  readonly kinds: readonly {
    readonly name: keyof Evidence;
    readonly weight: number;
    readonly kind: Kind<unknown>;
  }[];
  readonly size: number;

  constructor(space: Space<Evidence>) {
    let weight = 1;
    this.kinds = (Object.keys(space) as (keyof Evidence)[]).map((name) => {
      const kind = { name, weight, kind: space[name] };
      weight *= space[name].outcomes.length;
      return kind;
    });
    this.size = weight;
  }

  /** Visits every combination in turn; `evidence` is filled anew for each. */
  each(evidence: Record<keyof Evidence, unknown>, visit: (number: number) => void): void {
    for (const { name, kind } of this.kinds) evidence[name] = kind.outcomes[0];
    for (let number = 0; number < this.size; number++) {
      visit(number);
      for (const { name, weight, kind } of this.kinds) {
        const next = (Math.floor(number / weight) + 1) % kind.outcomes.length;
        evidence[name] = kind.outcomes[next];
        if (next !== 0) break;
      }
    }
  }
}

interface Judged {
  readonly verdict: string;
  readonly by: { readonly table: string; readonly rule?: number };
}

function judgeAll<Evidence extends object>(
  space: Space<Evidence>,
  judge: (evidence: Evidence) => Judged,
  isProven: (evidence: Evidence) => boolean,
) {
  const product = new Product(space);
  const isOrphan = new Uint8Array(product.size);
  const reached = new Set<number>();
  let orphans = 0;
  let unproven = 0;
  const evidence = {} as Evidence;
  product.each(evidence, (number) => {
    const judgement = judge(evidence);
    if (judgement.by.rule !== undefined) reached.add(judgement.by.rule);
    if (judgement.verdict !== 'orphan') return;
    isOrphan[number] = 1;
    orphans++;
    if (!isProven(evidence)) unproven++;
  });
  return { product, isOrphan, reached: [...reached].sort((a, b) => a - b), orphans, unproven };
}

/**
 * The kinds of evidence by whose doubtful form a combination became an orphan that was none: every orphan is held
 * against all combinations that differ from it only in one kind that is doubtful in it.
 */
function madeByDoubt<Evidence extends object>(product: Product<Evidence>, isOrphan: Uint8Array): string[] {
  const made = new Set<string>();
  const steps = product.kinds.map(({ name, weight, kind }) => ({
    name: String(name),
    weight,
    count: kind.outcomes.length,
    isDoubtful: kind.outcomes.map((outcome) => includes(kind.into, outcome)),
    isKept: kind.outcomes.map((outcome) => includes(kind.keeps ?? [], outcome)),
  }));
  for (let number = isOrphan.indexOf(1); number !== -1; number = isOrphan.indexOf(1, number + 1)) {
    for (const { name, weight, count, isDoubtful, isKept } of steps) {
      const here = Math.floor(number / weight) % count;
      if (!isDoubtful[here]) continue;
      for (let there = 0; there < count; there++) {
        if (!isKept[there] && isOrphan[number + (there - here) * weight] === 0) made.add(name);
      }
    }
  }
  return [...made];
}

function includes(outcomes: readonly unknown[], outcome: unknown): boolean {
  return outcomes.some((other) => JSON.stringify(other) === JSON.stringify(outcome));
}

describe('doubt is monotone', () => {
  const ofInstances = judgeAll(
    INSTANCES,
    judgeInstance,
    ({ signature, twin, record }) =>
      (signature.kind === 'valid' && twin.kind === 'alone') ||
      (record.kind === 'recorded' && record.changes.length === 0),
  );
  const ofVolumes = judgeAll(
    VOLUMES,
    judgeVolume,
    ({ record, recordedInstance }) => record.kind === 'recorded' && recordedInstance.kind === 'gone',
  );

  it(`casting doubt on an instance never makes an orphan (${ofInstances.product.size} combinations)`, () => {
    expect(ofInstances.orphans).toBeGreaterThan(0);
    expect(madeByDoubt(ofInstances.product, ofInstances.isOrphan)).toEqual([]);
  });

  it(`casting doubt on a volume never makes an orphan (${ofVolumes.product.size} combinations)`, () => {
    expect(ofVolumes.orphans).toBeGreaterThan(0);
    expect(madeByDoubt(ofVolumes.product, ofVolumes.isOrphan)).toEqual([]);
  });

  it('notices a table in which doubt makes an orphan', () => {
    const careless = judgeAll(
      VOLUMES,
      (e) => ({ verdict: e.claim.kind === 'unreadable' ? 'orphan' : 'in-use', by: { table: 'volumes' } }),
      () => true,
    );
    expect(madeByDoubt(careless.product, careless.isOrphan)).toEqual(['claim']);
  });

  it('reaches every rule of both tables', () => {
    expect(ofInstances.reached).toEqual(INSTANCE_RULES.map(({ number }) => number));
    expect(ofVolumes.reached).toEqual(VOLUME_RULES.map(({ number }) => number));
  });

  it('never calls anything an orphan without proof of ownership', () => {
    expect([ofInstances.unproven, ofVolumes.unproven]).toEqual([0, 0]);
  });
});
