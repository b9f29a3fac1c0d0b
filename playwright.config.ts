import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { freePort } from './apps/server/src/platform/free-port.ts';
import { hasOrthanc, orthancPassword, orthancUser } from './apps/server/src/testing/orthanc.ts';
import { findBrowser } from './e2e/support/find-browser.ts';

/** Each with a separate server and data: tests in one do not meet what tests in the other leave. */
const workers = 2;

// Workers read this file again: the first reading decides, the environment carries it on.
process.env.E2E_SERVERS ??= JSON.stringify(await Promise.all(Array.from({ length: workers }, newServer)));
const servers: readonly Server[] = JSON.parse(process.env.E2E_SERVERS);
const own = servers[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? servers[0];
if (!own) throw new Error('there is no server');
process.env.E2E_PORT = own.port;
process.env.E2E_DATA_DIR = own.dataDir;
process.env.E2E_PACS_PORT = own.pacsPort;

interface Server {
  readonly port: string;
  readonly dataDir: string;
  /** Where e2e/accounts/pacs.spec.ts starts its archive. */
  readonly pacsPort: string;
}

async function newServer(): Promise<Server> {
  return {
    port: String(await freePort()),
    dataDir: mkdtempSync(join(tmpdir(), 'second-read-e2e-')),
    pacsPort: String(await freePort()),
  };
}

const addressOf = ({ port }: Server) => `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  forbidOnly: true,
  // What passed only the second time is listed at the end of the run.
  retries: process.env.CI ? 1 : 0,
  workers,
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: addressOf(own),
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
  webServer: servers.map((server) => ({
    command: 'node apps/server/dist/main.js',
    url: `${addressOf(server)}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: server.port,
      DATA_DIR: server.dataDir,
      UPLOAD_LIMIT: '200',
      PUBLIC_DEMO: '1',
      LOG_LEVEL: 'warn',
      ...(hasOrthanc && {
        PACS_DICOMWEB_URL: `http://127.0.0.1:${server.pacsPort}/dicom-web`,
        PACS_ORGANISATION: 'Demo Organisation',
        PACS_USER: orthancUser,
        PACS_PASSWORD: orthancPassword,
        PACS_RETRY_SECONDS: '1',
      }),
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })),
});
