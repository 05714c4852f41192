import type { Store } from '../../lib/ledger/store.ts';
import type { Alert } from '../../lib/publish/alerts/alert.ts';
import type { AlertEntry } from '../../lib/publish/alerts/state.ts';
import { unseal } from '../../lib/publish/delivery/sealed.ts';
import type { Publication, Publisher } from '../../lib/publish/publisher.ts';
import { AuditFailure } from '../../lib/terms/failure.ts';
import type { MemoryStore } from '../builders/memory-store.ts';
import { PROJECT } from './alert-world.ts';

/** A process that may die at any touch of the world: from then on it can do nothing. */
export interface Process {
  readonly store: Store;
  readonly publishers: readonly Publisher[];
}

export interface Fate {
  /** It dies at this touch of store or publisher; `undefined`: it lives. */
  readonly diesAt: number | undefined;
  /** Whether that touch is still done. */
  readonly isLastTouchDone: boolean;
  /** Publishers that cannot be reached this time. */
  readonly unreachable: readonly string[];
}

/** What a channel heard, each time that it heard it. */
export type Channel = Alert[];

/** `turn` stands before every touch, so that a test can let other processes come between. */
export function aProcess(
  store: MemoryStore,
  channels: Readonly<Record<string, Channel>>,
  fate: Fate,
  turn: () => Promise<void> = async () => {},
): Process {
  let touches = 0;
  const touch = async <T>(act: () => Promise<T>): Promise<T> => {
    await turn();
    touches += 1;
    if (fate.diesAt === undefined || touches < fate.diesAt) return act();
    if (touches === fate.diesAt && fate.isLastTouchDone) await act();
    throw new Error('the process is dead');
  };
  return {
    store: {
      place: store.place,
      list: (prefix) => touch(() => store.list(prefix)),
      read: (key) => touch(() => store.read(key)),
      create: (key, bytes) => touch(() => store.create(key, bytes)),
    },
    publishers: Object.entries(channels).map(([name, channel]) => ({
      id: name,
      place: name,
      role: 'messenger',
      takes: ['alert'],
      publish: (publication) =>
        touch(async () => {
          if (fate.unreachable.includes(name))
            throw new AuditFailure('publish-failed', `${name} is not reached`, 'wait');
          channel.push(alertIn(publication));
          return name;
        }),
    })),
  };
}

function alertIn(publication: Publication): Alert {
  if (publication.kind !== 'alert') throw new TypeError('only alerts are published here');
  return publication.alert;
}

/** Every message that was ever decided, in the order of the project's history. */
export function decided(store: MemoryStore): readonly Alert[] {
  const alerts = new Map<string, Alert>();
  for (const key of [...store.files.keys()].sort()) {
    if (!key.startsWith(`alerts/${PROJECT}/states/`)) continue;
    const bytes = store.files.get(key);
    const { entry } = unseal(bytes ?? new Uint8Array()) as { readonly entry: AlertEntry };
    for (const alert of entry.outbox) alerts.set(alert.id, alert);
  }
  return [...alerts.values()];
}
