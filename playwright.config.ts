import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { freePort } from './apps/server/src/platform/free-port.ts';
import { hasOrthanc, orthancPassword, orthancUser } from './apps/server/src/testing/orthanc.ts';
import { findBrowser } from './e2e/support/find-browser.ts';

// Workers read this file again: the first reading decides, the environment carries it on.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'second-read-e2e-'));
// Where e2e/accounts/pacs.spec.ts starts its archive.
process.env.E2E_PACS_PORT ??= String(await freePort());
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  // A browser on two shared cores may stumble; what passed only the second time is printed as flaky.
  retries: process.env.CI ? 1 : 0,
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    // Failures of the network are made by the tests; phone.spec.ts lets the worker in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node apps/server/dist/main.js',
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      UPLOAD_LIMIT: '200',
      LOG_LEVEL: 'warn',
      ...(hasOrthanc && {
        PACS_DICOMWEB_URL: `http://127.0.0.1:${process.env.E2E_PACS_PORT}/dicom-web`,
        PACS_ORGANISATION: 'Demo Organisation',
        PACS_USER: orthancUser,
        PACS_PASSWORD: orthancPassword,
        PACS_RETRY_SECONDS: '1',
      }),
    },
    stdout: 'pipe',
    stderr: 'pipe',
  },
});
