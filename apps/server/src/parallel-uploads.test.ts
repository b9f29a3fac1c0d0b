import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Compute } from './platform/compute/compute.ts';
import { createCompute } from './platform/compute/create-compute.ts';
import { notedWork } from './testing/noted-work.ts';
import { scriptedCompute } from './testing/scripted-compute.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** `npm run test:trust` sends 20 of 60 MiB. */
const uploads = Number(process.env.SECOND_READ_PARALLEL_UPLOADS ?? 6);
const mebibytes = Number(process.env.SECOND_READ_UPLOAD_MIB ?? 16);
/** A machine that is busy otherwise may starve the sender, whose connection is then cut. */
const tries = 3;
const client = fileURLToPath(new URL('./testing/send-uploads.fixture.mjs', import.meta.url));
/** Deadlines are another test's: here all uploads are one account's, on a machine that may be busy. */
const patience = { runMs: 300_000, totalMs: 600_000 };

let server: TestServer;
let threads: Compute;
let given: string[];
let address = '';
beforeAll(async () => {
  threads = createCompute({ threads: 0, preparation: { isWarm: true, limits: patience } });
  const { prepare, findText, shrink } = threads;
  const compute = notedWork({ ...scriptedCompute(), prepare, findText, shrink });
  given = compute.given;
  const environment = { UPLOAD_LIMIT: '10000', ANALYSIS_TIMEOUT_MS: '600000' };
  server = await startTestServer({ compute, environment });
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await threads.close();
});

/** How each was answered, or why its connection broke. */
async function sendAll(): Promise<(number | string)[]> {
  const { authorization } = await server.bearer('ada');
  const url = `${address}/api/lung_segmentation/process/`;
  const args = [client, url, authorization, `${uploads}`, `${mebibytes}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(child.stdout));
}

describe('parallel uploads of large files', () => {
  it('are all taken, and each is prepared in threads', async () => {
    const all = Array.from({ length: uploads }, () => 200);
    let statuses: (number | string)[] = [];
    for (let round = 0; round < tries && statuses.join() !== all.join(); round++) {
      given.length = 0;
      statuses = await sendAll();
    }
    expect(statuses).toEqual(all);
    expect(given.filter((each) => each === 'prepare')).toHaveLength(uploads);
  }, 900_000);
});
