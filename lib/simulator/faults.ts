import type { Call, CallKind, Service } from './calls.ts';

/** What a client that is told to wait reads in `Retry-After`. */
export type RetryAfter =
  | { readonly form: 'seconds'; readonly seconds: number }
  | { readonly form: 'http-date'; readonly inMs: number }
  /** Whatever a server may write by mistake. */
  | { readonly form: 'text'; readonly text: string };

export type Effect =
  /** The call is refused with this status, in the service's own shape. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: RetryAfter }
  | { readonly kind: 'reset'; readonly when: 'before-headers' | 'in-the-body' }
  /** No answer until the test releases it or the simulator closes. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'empty-body' }
  | { readonly kind: 'html' }
  /** All tokens issued so far are void. */
  | { readonly kind: 'expire-tokens' }
  | PageEffect
  | ClusterEffect;

/** What happens to one page of a list. */
export type PageEffect =
  | { readonly kind: 'null-array' }
  | { readonly kind: 'missing-array' }
  | { readonly kind: 'missing-pagination' }
  /** An empty array and a total of 0, whatever there is. */
  | { readonly kind: 'empty-list' }
  /** The total grows by so much with each page. */
  | { readonly kind: 'moving-total'; readonly by: number }
  /** The page lacks its last row; the total does not say so. */
  | { readonly kind: 'short-page' }
  /** The page begins with the last row of the page before, in place of its own first. */
  | { readonly kind: 'repeated-row' }
  /** From now on the last row of the list stands first. */
  | { readonly kind: 'moved-row' }
  /** From now on there is one row more, the newest. */
  | { readonly kind: 'inserted-row' }
  /** From now on the first row of the list is gone. */
  | { readonly kind: 'deleted-row' }
  /** The server gives no more than `limit` rows a page, and says so in `pagination.limit` or does not. */
  | { readonly kind: 'clamped-limit'; readonly limit: number; readonly isTold: boolean }
  /** The row with this ID, or else the first, is not listed; a GET by its ID finds it. */
  | { readonly kind: 'unlisted'; readonly id?: string };

/** What happens to a cluster's own API. */
export type ClusterEffect =
  /** The type is not installed: what the API server says is plain text, not a Status. */
  | { readonly kind: 'type-missing' }
  /** karpenter.sh is there in a version before v1. */
  | { readonly kind: 'only-v1beta1' };

/** Which calls are meant; everything that is given has to fit. */
export interface FaultTarget {
  readonly service?: Service | readonly Service[];
  readonly call?: CallKind | readonly CallKind[];
  /** The ID or name in the path. */
  readonly id?: string;
  /** Of a list: only the first page, or only those after it. */
  readonly page?: 'first' | 'later';
}

/** A fault, as data. */
export interface FaultRule {
  readonly on: FaultTarget;
  readonly effect: Effect;
  readonly times: number | 'always';
  /** So many calls that fit go well before it begins. */
  readonly after?: number;
}

interface Running {
  readonly rule: FaultRule;
  seen: number;
  fired: number;
}

/** The faults of one simulator, and how far each has come. */
export class Faults {
  #running: Running[] = [];
  #release: () => void = () => {};
  #released: Promise<void> = Promise.resolve();

  constructor(rules: readonly FaultRule[] = []) {
    this.#rearm();
    this.add(...rules);
  }

  add(...rules: readonly FaultRule[]): void {
    this.#running.push(...rules.map((rule) => ({ rule, seen: 0, fired: 0 })));
  }

  clear(): void {
    this.#running = [];
  }

  /** How often faults have happened. */
  get fired(): number {
    return this.#running.reduce((sum, { fired }) => sum + fired, 0);
  }

  /** Lets every call go on that a `hang` holds. */
  release(): void {
    this.#release();
    this.#rearm();
  }

  /** Settles at the next {@link release}. */
  get released(): Promise<void> {
    return this.#released;
  }

  #rearm(): void {
    this.#released = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** What happens to this call; counts it. */
  strike(call: Call, isLaterPage: boolean): readonly Effect[] {
    const effects: Effect[] = [];
    for (const running of this.#running) {
      const { rule } = running;
      if (!fits(rule.on, call, isLaterPage)) continue;
      running.seen += 1;
      if (running.seen <= (rule.after ?? 0)) continue;
      if (rule.times !== 'always' && running.fired >= rule.times) continue;
      running.fired += 1;
      effects.push(rule.effect);
    }
    return effects;
  }
}

function fits(on: FaultTarget, call: Call, isLaterPage: boolean): boolean {
  if (!isOneOf(on.service, call.service) || !isOneOf(on.call, call.kind)) return false;
  if (on.id !== undefined && on.id !== call.id) return false;
  return on.page === undefined || (on.page === 'later') === isLaterPage;
}

function isOneOf<T extends string>(wanted: T | readonly T[] | undefined, found: T): boolean {
  if (wanted === undefined) return true;
  return typeof wanted === 'string' ? wanted === found : wanted.includes(found);
}
