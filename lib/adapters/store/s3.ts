import type { Store } from '../../ledger/store.ts';
import { AuditFailure } from '../../terms/failure.ts';
import { instantFromMs } from '../../terms/instants.ts';
import { addressOf, type S3Location } from '../s3/address.ts';
import { openBucket, type S3Credential } from '../s3/bucket.ts';
import { fetchObject } from '../s3/objects.ts';
import { troubleOf, unexpected } from '../s3/refusals.ts';
import { type PatienceOptions, patienceOf, persist } from '../transport/patience.ts';
import { inTrouble, type Tried, type Trouble } from '../transport/trouble.ts';
import { checkKey, checkPrefix } from './keys.ts';
import { creator } from './s3-creation.ts';
import { type Page, pageQuery, readPage } from './s3-listing.ts';

export interface S3StoreOptions extends S3Location, PatienceOptions {
  readonly credential: S3Credential;
  /** `never` is for a server that takes a request with If-None-Match amiss; `auto` unless said. */
  readonly conditionalWrites?: 'auto' | 'never' | undefined;
}

/** Keys may be 1024 bytes long on AWS and 432 on KakaoCloud; a ledger should be able to move. */
const LONGEST_KEY = 432;

/**
 * A store in a bucket of S3-compatible object storage, for any number of processes at once. Nothing is sent before the
 * first call.
 *
 * A PUT is whole or has no effect, and a GET after it sees it: that is what S3 itself promises (since 2020), and what
 * every guarantee here stands on. `create` looks first, writes with `If-None-Match: *`, and reads back what is there:
 * the outcome is what was found, however the answer to the PUT was lost.
 *
 * - Where the server has conditional writes, nothing is ever overwritten, and of several writers of one key at once one
 *   gets `created`. Two that write the same bytes can both get it, when an answer was lost on the way.
 * - Where it has none (it ignores the header, or answers 501 and is then asked without it), a key that is there is not
 *   overwritten either, and writers of one store object take turns. Of two processes that write one key within the same
 *   moment, the last one's bytes stay; the other gets `exists` if it reads back after that, and `created` if before.
 *   The ledger loses nothing by it: its keys hold the fingerprint of their bytes, or the ID of the run that wrote them,
 *   so that two writers who meet under one key write the same.
 *
 * @throws AuditFailure `config-invalid`
 */
export function createS3Store(options: S3StoreOptions): Store {
  const address = addressOf(options);
  const { place, keyPrefix } = address;
  const clock = options.clock ?? (() => instantFromMs(Date.now()));
  const { region, credential, signal } = options;
  const send = openBucket({ address, region, credential, clock, signal });
  const patience = patienceOf({ ...options, clock });
  const inTurn = takingTurns();
  const tryToCreate = creator(send, options.conditionalWrites ?? 'auto');

  async function fetchPage(prefix: string, token: string | undefined): Promise<Tried<Page>> {
    const reply = await send({ method: 'GET', key: '', query: pageQuery(prefix, token) });
    if (reply.kind === 'trouble') return reply;
    if (reply.kind === 'refusal') return inTrouble(troubleOf(reply.refusal));
    return readPage(new TextDecoder().decode(reply.bytes), prefix);
  }

  return {
    place,
    async list(prefix) {
      checkPrefix(place, prefix);
      const failure = failureOf('store-unreadable', `${place}${prefix} cannot be listed`);
      const keys = new Set<string>();
      let token: string | undefined;
      do {
        const page: Page = await persist(patience, () => fetchPage(keyPrefix + prefix, token), failure);
        const repeated = page.keys.find((key) => keys.has(key)) ?? (page.next === token ? token : undefined);
        // A server that does not know what the token means would begin again for ever.
        if (repeated !== undefined) throw failure(unexpected('a page of the list that it had given before'));
        for (const key of page.keys) keys.add(key);
        token = page.next;
      } while (token !== undefined);
      return [...keys].map((key) => key.slice(keyPrefix.length)).sort();
    },
    async read(key) {
      checkKey(place, key, 'store-unreadable');
      const failure = failureOf('store-unreadable', `${place}${key} cannot be read`);
      return persist(patience, () => fetchObject(send, keyPrefix + key), failure);
    },
    async create(key, bytes) {
      checkKey(place, key, 'store-unwritable');
      const failure = failureOf('store-unwritable', `${place}${key} cannot be written`);
      const creation = { key: keyPrefix + key, bytes, mayBeOurs: false };
      if (creation.key.length > LONGEST_KEY) throw failure(tooLong(creation.key.length));
      return inTurn(key, () => persist(patience, () => tryToCreate(creation), failure));
    },
  };
}

function tooLong(length: number): Trouble {
  const what = `the key in the bucket would be ${length} bytes long, and KakaoCloud takes ${LONGEST_KEY}`;
  return { what, remedy: 'take a shorter prefix or project name', mayPass: false };
}

function failureOf(
  code: 'store-unreadable' | 'store-unwritable',
  said: string,
): (trouble: Trouble) => AuditFailure {
  return ({ what, remedy, cause }) => new AuditFailure(code, `${said}: ${what}`, remedy, { cause });
}

/** Acts on one key run one after the other, whatever became of the one before. */
function takingTurns(): <T>(key: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, act) => {
    const before = last.get(key);
    const mine = (before ?? Promise.resolve()).then(act, act);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
