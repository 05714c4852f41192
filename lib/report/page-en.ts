import { grouped } from './printable.ts';
import type { PageTexts } from './texts.ts';

export const pageEn: PageTexts = {
  title: 'Karpenter orphan audit',
  projects: 'Projects: ',
  run: 'Run: ',
  ignoredCount: (n) => `${grouped(n)} ignored`,
  listed: (instances, volumes) => `Listed: ${instances}, ${volumes}`,
  instances: (n) => (n === 1 ? '1 instance' : `${grouped(n)} instances`),
  volumes: (n) => (n === 1 ? '1 volume' : `${grouped(n)} volumes`),
  instancesNotListed: 'instances UNREADABLE',
  volumesNotListed: 'volumes UNREADABLE',
  orphansAre: (parts) => `Orphans: ${parts}`,
  size: (gib, isAtLeast) => `${isAtLeast ? 'at least ' : ''}${grouped(gib)} GiB`,
  billedOf: (billed, all) => `${grouped(billed)} of ${grouped(all)} billed in their present state`,
  billingUnknownOf: (n) => `${grouped(n)} nobody knows`,
  cost: (perDay, perMonth, unpriced) =>
    unpriced === 0
      ? `Cost: ${perDay} a day, ${perMonth} a month`
      : `Cost: at least ${perDay} a day, ${perMonth} a month; ${grouped(unpriced)} without a price`,
  unpriced: (n) => `Cost: unknown, no price for ${n === 1 ? 'the orphan' : `the ${grouped(n)} orphans`}`,
  incomplete: (projects) => `INCOMPLETE RUN: ${projects}`,
  incompleteMeans:
    'Something could not be read. What this report does not show may still be there; only what it calls an orphan is proven.',
  incompleteUnnamed:
    'No call failed by itself. See the reasons of the ambiguous findings: a cluster that may own them was not read whole.',
  problems: 'PROBLEMS',
  nothingLeft: (looked) =>
    `Nothing is left behind. Looked at ${looked}; Karpenter left none of them without an owner.`,
  nothingProven: (looked, pending) =>
    `Nothing is proven to be left behind, but of ${pending} it is too early to say. Looked at ${looked}.`,
  nothingFoundIncomplete:
    'Nothing was found, but the run is incomplete: that does not mean that nothing is left.',
  columnResource: 'RESOURCE',
  columnWhat: 'WHAT, AGE',
  columnOwner: 'OWNER',
  columnWhy: 'WHY',
  columnNext: 'NEXT STEP',
  columnWhyAndNext: 'WHY -> NEXT STEP',
  kinds: { instance: 'instance', volume: 'volume' },
  noName: '(no name)',
  unknown: 'unknown',
  age: (amount, unit) => {
    const units = { minutes: 'min', hours: 'h', days: 'd' };
    return `${grouped(amount)} ${units[unit]}`;
  },
  ageUnknown: 'age unknown',
  ageInFuture: 'future',
  attachedTo: (instance) => `on ${instance}`,
  inProject: (name) => `in ${name}`,
  notShown: (counts) => `Not shown: ${counts} (--all shows them)`,
  ignored: 'ignored',
  ignoredMeans: 'kept out of counts and alerts until their date',
  ignoredUntil: (reason, until) => `ignored until ${until}: ${reason}`,
  whatNext: 'WHAT TO DO NEXT',
  always: 'ALWAYS',
  explanation: {
    project: 'project',
    zone: 'zone',
    status: 'status',
    billed: 'billed',
    notBilled: 'not billed',
    billingUnknown: 'nobody knows whether that is billed',
    created: 'created',
    flavor: 'flavor',
    size: 'size',
    attachedTo: 'attached to',
    notAttached: 'nothing',
    owner: 'owner',
    noOwner: 'unknown',
    verdict: 'VERDICT',
    reason: 'reason',
    rule: 'rule',
    proof: 'assurance',
    evidence: 'EVIDENCE',
    change: 'WHAT WOULD CHANGE IT',
    nextStep: 'NEXT STEP',
  },
};
