import { formatInstant } from '../../terms/instants.ts';
import { absurd } from '../../terms/words.ts';
import { printable } from '../words/printable.ts';
import type { KeyringTexts } from './texts.ts';

const instances = (n: number) => `${n} ${n === 1 ? 'instance' : 'instances'}`;

export const KEYRING_EN: KeyringTexts = {
  retirable: (it) => {
    if (it.kind === 'yes')
      return 'it may be taken out: no instance of this project has carried it for a grace period';
    switch (it.why) {
      case 'active':
        return 'it stays: new instances are signed with it';
      case 'listing-incomplete':
        return 'it stays: the instances, the clusters or the ledger could not be read whole';
      case 'not-watched-long-enough':
        return 'it stays for now: no complete audit is a grace period old yet';
      case 'carried':
        return `it stays: ${instances(it.instances)} ${it.instances === 1 ? 'carries' : 'carry'} it`;
      case 'keys-unknown':
        return `it stays: of ${instances(it.instances)} nobody knows the key, and it may be this one`;
      case 'carried-lately':
        return `it stays for now: an instance carried it until lately; ask again after ${formatInstant(it.until)}`;
      default:
        return absurd(it);
    }
  },
  missing: ({ live, leftover }) =>
    `the keyring lacks it, and ${instances(live + leftover)} ${live + leftover === 1 ? 'carries' : 'carry'} it: put it back from the backup`,
  keep: (it) => {
    if (it.kind === 'no-instance-left')
      return 'No instance of this project is left that this keyring could prove. Once `orphan-audit check` clears its clusters, it is needed no longer here.';
    switch (it.why) {
      case 'instances-left':
        return `Keep the keyring and its backup: ${instances(it.instances)} ${it.instances === 1 ? 'is' : 'are'} left that it may have to prove.`;
      case 'listing-incomplete':
        return 'Keep the keyring and its backup: the instances, the clusters or the ledger could not be read whole.';
      case 'not-watched-long-enough':
        return 'Keep the keyring and its backup: no complete audit is a grace period old yet.';
      case 'instances-lately':
        return `Keep the keyring and its backup: an instance was there until lately; ask again after ${formatInstant(it.until)}.`;
      default:
        return absurd(it);
    }
  },
  roles: { active: 'active', retired: 'retired', missing: 'MISSING' },
  clusters: (clusters) =>
    clusters === 'all' ? 'all clusters' : `clusters ${clusters.map((name) => printable(name)).join(', ')}`,
  sound: 'sound',
  unsound: 'NOT SOUND',
  noKeyring: 'no keyring is configured: signatures are not verified',
  notRead: 'nothing could be read: what went wrong is told beside this',
  noScheme:
    'no signature scheme yet, so that no key is known to have signed anything: orphan-audit keyring calibrate finds it',
  scheme: (formula) => `signature scheme: ${formula}`,
  seen: (first, last) => `seen ${first} to ${last}`,
  neverSeen: 'no instance is known to have carried it',
  carriers: (live, leftover) => `${live} live, ${leftover} left over`,
  notListed: 'instances not listed',
};
