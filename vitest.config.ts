import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** For what hangs: how fast the machine is decides no test. */
const patienceMs = 600_000;

/** In CI a test that stumbled gets a second try; one that needed it is listed at the end of the run. */
const retry = process.env.CI ? 1 : 0;

/**
 * Files share their worker and what it has imported; a test leaves the process as it found it. Components are
 * isolated: their modules keep who is signed in.
 */
const shared = {
  isolate: false,
  // Argon2, sharp and the inference runtime are native: threads would share their state.
  pool: 'forks',
  testTimeout: patienceMs,
  hookTimeout: patienceMs,
  expect: { poll: { timeout: 120_000 } },
  retry,
} as const;

/** Tests that start or measure a whole process, or replace modules, each in a separate one. */
const wholeProcess = [
  'apps/server/src/hardening.test.ts',
  'apps/server/src/modules/accounts/sign-in/enumeration.test.ts',
  'apps/server/src/*{crash,cut,loop,uploads}.test.ts',
  'apps/server/src/{handbook,main,spool,traces,worker}.test.ts',
  'apps/server/src/modules/demo/demo.test.ts',
  'apps/server/src/modules/patients/require-keys.test.ts',
  'apps/server/src/platform/blobs/full-disk.test.ts',
  'apps/server/src/platform/{compute,database,pacs,queue}/**/*.test.ts',
];

/** Tests that replace modules or load them anew. */
const replacingModules = [
  'apps/web/src/features/batch/run/batch-runner.test.ts',
  'apps/web/src/features/review/change-queue.test.ts',
  'apps/web/src/features/viewer/findings/hover-source.test.ts',
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          environment: 'node',
          include: [
            'core/src/**/*.test.ts',
            'analyses/**/*.test.ts',
            'apps/contract/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          environment: 'node',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: wholeProcess,
          globalSetup: ['apps/server/src/platform/database/vitest-global-setup.ts'],
          alias: { argon2: join(import.meta.dirname, 'apps/server/src/testing/cheap-argon2.ts') },
        },
      },
      {
        test: {
          ...shared,
          name: 'processes',
          isolate: true,
          environment: 'node',
          include: wholeProcess,
          globalSetup: ['apps/server/src/platform/database/vitest-global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'web',
          isolate: true,
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/set-patience.ts'],
          include: ['apps/web/src/**/*.test.tsx', ...replacingModules],
        },
      },
      {
        test: {
          ...shared,
          // Without a page, which costs a file a second; the few that need one say so in their first line.
          name: 'web-rules',
          environment: 'node',
          include: ['apps/web/{build,src}/**/*.test.ts'],
          exclude: replacingModules,
        },
      },
    ],
  },
});
