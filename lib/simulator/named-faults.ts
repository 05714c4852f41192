import type { CallKind } from './calls.ts';
import type { Effect, FaultRule, RetryAfter } from './faults.ts';

const LISTS: readonly CallKind[] = ['list-instances', 'list-volumes'];
const ROWS: readonly CallKind[] = ['get-instance', 'get-volume'];
const WITNESSES: readonly CallKind[] = ['list-nodes', 'list-persistentvolumes', 'list-nodeclaims'];
const FIVE_SECONDS_MS = 5000;

const always = (call: CallKind | readonly CallKind[], effect: Effect): FaultRule => ({
  on: { call },
  effect,
  times: 'always',
});
const twice = (call: CallKind | readonly CallKind[], effect: Effect): FaultRule => ({
  on: { call },
  effect,
  times: 2,
});
const between = (effect: Effect): FaultRule => ({ on: { call: LISTS, page: 'later' }, effect, times: 1 });
const limited = (retryAfter?: RetryAfter): Effect =>
  retryAfter === undefined ? { kind: 'status', status: 429 } : { kind: 'status', status: 429, retryAfter };
const status = (code: number): Effect => ({ kind: 'status', status: code });

/** Each fault by its name on the command line. Those that a patient client outlives happen a few times, the rest always. */
const FAULTS = {
  'rate-limited': [twice(LISTS, limited({ form: 'seconds', seconds: 1 }))],
  'rate-limited-until-a-date': [twice(LISTS, limited({ form: 'http-date', inMs: FIVE_SECONDS_MS }))],
  'rate-limited-without-a-word': [twice(LISTS, limited())],
  'rate-limited-for-a-day': [always('list-volumes', limited({ form: 'seconds', seconds: 86_400 }))],
  'rate-limited-absurdly': [twice(LISTS, limited({ form: 'text', text: 'soon' }))],
  'internal-error': [twice(LISTS, status(500))],
  'bad-gateway': [twice(LISTS, status(502))],
  unavailable: [twice(LISTS, status(503))],
  'gateway-timeout': [twice(LISTS, status(504))],
  'volumes-down': [always('list-volumes', status(503))],
  'connection-reset': [twice(LISTS, { kind: 'reset', when: 'before-headers' })],
  'connection-reset-in-the-body': [twice(LISTS, { kind: 'reset', when: 'in-the-body' })],
  slow: [always('list-volumes', { kind: 'hang' })],
  'empty-answer': [always('list-volumes', { kind: 'empty-body' })],
  'html-answer': [always('list-volumes', { kind: 'html' })],
  'null-array': [always('list-volumes', { kind: 'null-array' })],
  'missing-array': [always('list-volumes', { kind: 'missing-array' })],
  'missing-pagination': [always('list-volumes', { kind: 'missing-pagination' })],
  'empty-list': [always(LISTS, { kind: 'empty-list' })],
  'moving-total': [always(LISTS, { kind: 'moving-total', by: 1 })],
  'short-page': [always(LISTS, { kind: 'short-page' })],
  'repeated-row': [between({ kind: 'repeated-row' })],
  'moved-row': [between({ kind: 'moved-row' })],
  'inserted-row': [between({ kind: 'inserted-row' })],
  'deleted-row': [between({ kind: 'deleted-row' })],
  'clamped-limit': [always(LISTS, { kind: 'clamped-limit', limit: 10, isTold: true })],
  'clamped-limit-untold': [always(LISTS, { kind: 'clamped-limit', limit: 10, isTold: false })],
  'listed-but-gone': [always(ROWS, status(404))],
  'there-but-unlisted': [always(LISTS, { kind: 'unlisted' })],
  'expired-token': [{ on: { call: 'list-volumes' }, effect: { kind: 'expire-tokens' }, times: 1 }],
  unauthorized: [
    { on: { service: ['bcs', 'volume', 'kubernetes-engine'] }, effect: status(401), times: 'always' },
  ],
  'credential-refused': [always('issue-token', status(401))],
  'forbidden-instances': [{ on: { service: 'bcs' }, effect: status(403), times: 'always' }],
  'forbidden-volumes': [{ on: { service: 'volume' }, effect: status(403), times: 'always' }],
  'forbidden-snapshots': [always('list-snapshots', status(403))],
  'forbidden-clusters': [{ on: { service: 'kubernetes-engine' }, effect: status(403), times: 'always' }],
  'forbidden-kubeconfig': [always('get-kubeconfig', status(403))],
  'null-clusters': [always('list-clusters', { kind: 'null-array' })],
  'unlisted-cluster': [always('list-clusters', { kind: 'unlisted' })],
  'kubernetes-down': [
    { on: { service: 'kubernetes' }, effect: { kind: 'reset', when: 'before-headers' }, times: 'always' },
  ],
  'kubernetes-unauthorized': [{ on: { service: 'kubernetes' }, effect: status(401), times: 'always' }],
  'forbidden-nodes': [always('list-nodes', status(403))],
  'forbidden-persistent-volumes': [always('list-persistentvolumes', status(403))],
  'forbidden-node-claims': [always(['list-nodeclaims', 'get-nodeclaims'], status(403))],
  'node-claims-not-installed': [always(['list-nodeclaims', 'get-nodeclaims'], { kind: 'type-missing' })],
  'node-claims-only-v1beta1': [
    { on: { service: 'kubernetes' }, effect: { kind: 'only-v1beta1' }, times: 'always' },
  ],
  'node-claims-empty': [always('list-nodeclaims', { kind: 'empty-list' })],
  'expired-list': [{ on: { call: WITNESSES, page: 'later' }, effect: status(410), times: 1 }],
  'expired-list-always': [{ on: { call: WITNESSES, page: 'later' }, effect: status(410), times: 'always' }],
} as const satisfies Readonly<Record<string, readonly FaultRule[]>>;

export type FaultName = keyof typeof FAULTS;

export const FAULT_NAMES: readonly FaultName[] = Object.keys(FAULTS).filter(isFaultName);

function isFaultName(text: string): text is FaultName {
  return Object.hasOwn(FAULTS, text);
}

/** The rules behind a name; `undefined` when there is no such fault. */
export function faultByName(name: string): readonly FaultRule[] | undefined {
  return isFaultName(name) ? FAULTS[name] : undefined;
}
