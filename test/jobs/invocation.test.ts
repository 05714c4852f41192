import { afterEach, expect, test, vi } from 'vitest';
import { openInvocation, PROJECTS_USAGE, projectsEvent } from '../../lib/jobs/invocation.ts';

const CONTEXT = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 900_000 };

afterEach(() => {
  vi.restoreAllMocks();
});

test('the deadline leaves half a minute to tell what was found', () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  const { surroundings } = openInvocation('record', projectsEvent, PROJECTS_USAGE, {}, CONTEXT);
  expect(surroundings.deadline).toBe(1_000_000 + 900_000 - 30_000);
});
