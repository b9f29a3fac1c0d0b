import { defineConfig } from 'vitest/config';

/** Test databases, compute threads and lifecycle tests share two cores on a small machine. */
const patienceMs = 60_000;

/**
 * On shared cores a test may stumble over the clock; one that needed its second try is marked so in the
 * report.
 */
const retry = process.env.CI ? 1 : 0;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'core/src/**/*.test.ts',
            'analyses/**/*.test.ts',
            'apps/contract/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          testTimeout: patienceMs,
          hookTimeout: patienceMs,
          retry,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/platform/database/vitest-global-setup.ts'],
          testTimeout: patienceMs,
          retry,
          hookTimeout: 2 * patienceMs,
          // Argon2, sharp and the inference runtime are native: threads would share their state.
          pool: 'forks',
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/set-patience.ts'],
          include: ['apps/web/src/**/*.test.tsx'],
          testTimeout: patienceMs,
          retry,
        },
      },
      {
        test: {
          // Without a page, which costs a file a second; the few that need one say so in their first line.
          name: 'web-rules',
          environment: 'node',
          include: ['apps/web/{build,src}/**/*.test.ts'],
          testTimeout: patienceMs,
          retry,
        },
      },
    ],
  },
});
