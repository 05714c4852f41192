import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // NODE_EXTRA_CA_CERTS costs about 45 ms at every start of a child process and is no part of any test.
    env: { NODE_EXTRA_CA_CERTS: '' },
  },
});
