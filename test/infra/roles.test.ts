import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CALLS } from '../../lib/adapters/kakaocloud/calls.ts';

describe('infra/roles', () => {
  const file = new URL('../../infra/roles/kakaocloud.yaml', import.meta.url);
  const { calls } = parse(readFileSync(file, 'utf8')) as { calls: string[] };

  it('allows exactly the calls that the KakaoCloud adapter can make', () => {
    expect(calls).toEqual(CALLS.map(({ method, service, path }) => `${method} ${service} ${path}`));
  });

  it('allows nothing that changes anything, but the issue of a token', () => {
    expect(calls.filter((call) => !call.startsWith('GET '))).toEqual(['POST iam /identity/v3/auth/tokens']);
  });
});
