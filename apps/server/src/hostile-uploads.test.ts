import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { errorReply } from '@second-read/contract/errors';
import { trialCountsReply } from '@second-read/contract/trials';
import { hostileDicom } from '@second-read/core/decode/dicom/hostile-dicom.test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedFiles } from './platform/compute/codecs/shared-files.test-support.ts';
import { type ServerProcess, signInToDemo, startServer } from './testing/server-process.ts';

/** How much larger the process may become over all of them. */
const maxMemoryGrowthKb = 300 * 1024;
const service = 'lung_segmentation';
const sample = fileURLToPath(
  new URL('../../web/public/samples/lung/nodule_0134_n0_s01.png', import.meta.url),
);

let folder: string;
let server: ServerProcess;
let authorization: string;
let memoryKb: number;
let stored: number;
let trials: number;
/** What was answered with a report: a file that is damaged only beside its picture. */
let reports = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'second-read-hostile-'));
  server = await startServer({
    DATA_DIR: folder,
    UPLOAD_LIMIT: '100000',
    RATE_LIMIT_PER_MINUTE: '0',
    ANALYSIS_TIMEOUT_MS: '600000',
  });
  authorization = `Bearer ${await signInToDemo(server.url)}`;
  // Every thread loads networks and codecs once, which counts for no file: all of them have read before it
  // begins.
  for (const masks of ['[]', 'ask', '[]', 'ask']) {
    const picture = readFileSync(sample);
    const replies = await Promise.all(Array.from({ length: 4 }, () => send(picture, { masks })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  await seeded();
  memoryKb = residentKb();
  stored = storedFiles();
  trials = await trialsLeft();
}, 300_000);

afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exit;
  await rm(folder, { recursive: true, force: true });
});

/** The demo's sample reports are made in the background: until no picture has been added for a while. */
async function seeded(): Promise<void> {
  let [count, since] = [storedFiles(), Date.now()];
  while (Date.now() - since < 8_000) {
    await new Promise((later) => setTimeout(later, 500));
    if (storedFiles() !== count) [count, since] = [storedFiles(), Date.now()];
  }
}

async function send(content: Uint8Array, fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  form.set('patient_id', 'hostile');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('image', new Blob([new Uint8Array(content)]), 'a');
  const url = `${server.url}/api/${service}/process/`;
  const reply = await fetch(url, { method: 'POST', headers: { authorization }, body: form });
  const body = errorReply.partial().parse(await reply.json());
  return { status: reply.status, ...body };
}

async function trialsLeft(): Promise<number> {
  const reply = await fetch(`${server.url}/api/trials/count/`, { headers: { authorization } });
  const counts = trialCountsReply.parse(await reply.json());
  return counts.find((count) => count.service_type === service)?.trial_count ?? Number.NaN;
}

function residentKb(): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.child.pid)], { encoding: 'utf8' }));
}

function storedFiles(): number {
  const blobs = join(folder, 'blobs');
  if (!existsSync(blobs)) return 0;
  return readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
}

/** Undefined when the file ended as it should. */
async function complaint(name: string, content: Uint8Array, fields = {}): Promise<string | undefined> {
  const answer = await send(content, fields);
  if (answer.status === 200) {
    reports += 1;
    return undefined;
  }
  const isClear =
    ['invalid_file', 'image_refused'].includes(answer.code ?? '') && (answer.error ?? '') !== '';
  return isClear ? undefined : `${name}: ${answer.status} ${answer.code}`;
}

async function expectUnharmed(): Promise<void> {
  expect(server.child.exitCode).toBeNull();
  expect(residentKb() - memoryKb).toBeLessThan(maxMemoryGrowthKb);
  if (reports === 0) expect(storedFiles()).toBe(stored);
  expect(trials - (await trialsLeft())).toBe(reports);
}

describe('hostile files sent to the real server', () => {
  const own = hostileDicom((bytes) => deflateRawSync(bytes));

  it.each(['', 'ask'])(
    'DICOM files that lie about themselves are refused (masks: %j)',
    async (masks) => {
      const complaints: (string | undefined)[] = [];
      const fields = masks === '' ? {} : { masks };
      for (const [name, content] of Object.entries(own))
        complaints.push(await complaint(name, content, fields));
      expect(complaints.filter(Boolean)).toEqual([]);
      expect(reports).toBe(0);
      await expectUnharmed();
    },
    600_000,
  );

  const files = sharedFiles('hostile');
  it.skipIf(files === undefined)(
    'a public collection is refused or read (needs ../shared/datasets/hostile)',
    async () => {
      const complaints: (string | undefined)[] = [];
      for (const file of files ?? []) complaints.push(await complaint(file.name, file.read()));
      expect(complaints.filter(Boolean)).toEqual([]);
      await expectUnharmed();
    },
    3_600_000,
  );
});
