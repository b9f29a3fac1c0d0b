import { spawn } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Compute } from './platform/compute/compute.ts';
import { createCompute } from './platform/compute/create-compute.ts';
import { scriptedCompute } from './testing/scripted-compute.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';
import { watchLoop } from './testing/watch-loop.ts';

/** `npm run test:trust` sends 20 of 60 MiB. */
const uploads = Number(process.env.SECOND_READ_PARALLEL_UPLOADS ?? 6);
const mebibytes = Number(process.env.SECOND_READ_UPLOAD_MIB ?? 16);
const maxDelayMs = 100;
/**
 * The first run also compiles; the collector may stop everything now and then; a machine that is busy
 * otherwise may starve the sender, whose connection is then cut. What blocks does so every time.
 */
const tries = 3;
const client = fileURLToPath(new URL('./testing/send-uploads.fixture.mjs', import.meta.url));

let server: TestServer;
let threads: Compute;
let address = '';
beforeAll(async () => {
  threads = createCompute({ threads: 0, preparation: { isWarm: true, limits: patience } });
  const { clean, identify, findText, mask, shrink } = threads;
  const compute = { ...scriptedCompute(), clean, identify, findText, mask, shrink };
  const environment = { UPLOAD_LIMIT: '10000', ANALYSIS_TIMEOUT_MS: '600000' };
  server = await startTestServer({ compute, environment });
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
}, 120_000);
afterAll(async () => {
  await server.close();
  await threads.close();
});

/** Deadlines are another test's: here all uploads are one account's, on a machine that may be busy. */
const patience = { runMs: 300_000, totalMs: 600_000 };

interface Run {
  /** How each was answered, or why its connection broke. */
  readonly statuses: readonly (number | string)[];
  readonly heldMs: number;
  readonly byTheClockMs: number;
}

async function sendAll(): Promise<Run> {
  const { authorization } = await server.bearer('ada');
  const url = `${address}/api/lung_segmentation/process/`;
  const delays = monitorEventLoopDelay({ resolution: 5 });
  const loop = watchLoop();
  delays.enable();
  const args = [client, url, authorization, `${uploads}`, `${mebibytes}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await text(child.stdout);
  delays.disable();
  return { statuses: JSON.parse(said), heldMs: loop.stop(), byTheClockMs: delays.max / 1e6 };
}

describe('parallel uploads of large files', () => {
  it('hold the event loop for no longer than 100 ms', async () => {
    const runs: Run[] = [];
    const isGood = ({ statuses, heldMs }: Run) =>
      heldMs <= maxDelayMs && statuses.every((status) => status === 200);
    while (runs.length < tries && !runs.some(isGood)) runs.push(await sendAll());
    console.log(`${uploads} uploads of ${mebibytes} MiB:`, runs);
    const last = runs.at(-1);
    expect(last?.statuses).toEqual(Array.from({ length: uploads }, () => 200));
    expect(last?.heldMs).toBeLessThanOrEqual(maxDelayMs);
  }, 900_000);
});
