import { expect, test } from 'vitest';
import { toAlertSettings } from '../../lib/config/alert-settings.ts';
import type { EndpointSettings, ProjectSettings } from '../../lib/config/settings.ts';
import { momentFor } from '../../lib/jobs/choice.ts';
import { type Instant, instantFromMs, MINUTE_MS, plusMs } from '../../lib/terms/instants.ts';

const CLOCK = instantFromMs(Date.parse('2026-11-30T06:00:00Z'));
const NOWHERE: EndpointSettings = {
  iam: undefined,
  bcs: undefined,
  volume: undefined,
  kubernetesEngine: undefined,
};
const HERE: EndpointSettings = {
  iam: 'http://127.0.0.1:8080',
  bcs: 'http://localhost:8080',
  volume: 'https://[::1]:8080',
  kubernetesEngine: 'http://127.0.0.1:8080',
};

function project(endpoints: EndpointSettings): ProjectSettings {
  const nobody = { kind: 'env', name: 'NOBODY' } as const;
  return {
    name: 'shop',
    region: 'kr-central-2',
    credential: { id: nobody, secret: nobody },
    endpoints,
    keyrings: [],
    signatureScheme: undefined,
    clusters: [],
    alert: toAlertSettings(undefined, undefined, 'Asia/Seoul'),
  };
}

function moment(now: Instant | undefined, ...endpoints: readonly EndpointSettings[]) {
  return momentFor(now, endpoints.map(project), { env: {}, clock: () => CLOCK });
}

const yesterday = plusMs(CLOCK, -24 * 60 * MINUTE_MS);
const tomorrow = plusMs(CLOCK, 24 * 60 * MINUTE_MS);
const edge = plusMs(CLOCK, 5 * MINUTE_MS);

test.each([
  ['without a wish, the clock', undefined, [NOWHERE], { kind: 'clock', now: CLOCK }],
  ['a moment of the past', yesterday, [NOWHERE], { kind: 'chosen', now: yesterday }],
  ['one that clocks may differ by', edge, [NOWHERE], { kind: 'chosen', now: edge }],
  ['of the past, in a rehearsal', yesterday, [HERE], { kind: 'rehearsed', now: yesterday }],
  ['of the future, in a rehearsal', tomorrow, [HERE], { kind: 'rehearsed', now: tomorrow }],
  ['of the past, with one real project', yesterday, [HERE, NOWHERE], { kind: 'chosen', now: yesterday }],
])('%s', (_name, now, endpoints, expected) => {
  expect(moment(now, ...endpoints)).toEqual(expected);
});

test.each([
  ['a millisecond further ahead', plusMs(edge, 1), [NOWHERE]],
  ['of the future, with one real project', tomorrow, [HERE, NOWHERE]],
  ['of the future, with one real endpoint', tomorrow, [{ ...HERE, bcs: 'https://bcs.example.com' }]],
  ['of the future, with one endpoint left to the region', tomorrow, [{ ...HERE, bcs: undefined }]],
])('refuses %s', (_name, now, endpoints) => {
  expect(() => moment(now, ...endpoints)).toThrow('has not come yet');
});
