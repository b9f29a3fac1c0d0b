import { defineConfig } from 'vitest/config';

/** Test databases, compute threads and lifecycle tests share two cores on a small machine. */
const patienceMs = 60_000;

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
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/platform/database/vitest-global-setup.ts'],
          testTimeout: patienceMs,
          hookTimeout: 2 * patienceMs,
          // Argon2, sharp and the inference runtime are native: threads would share their state.
          pool: 'forks',
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          testTimeout: patienceMs,
        },
      },
    ],
  },
});
