import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './platform/database/test-database.ts';
import { type ServerProcess, signInToDemo, spawnServer, startServer } from './testing/server-process.ts';
import { type ReceivedSpan, receiveTraces } from './testing/trace-receiver.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'second-read-traces-'));
const sample = readFileSync(
  fileURLToPath(new URL('../../web/public/samples/lung/nodule_0134_n0_s01.png', import.meta.url)),
);
const root = 'POST /api/lung_segmentation/process/';

let receiver: Awaited<ReturnType<typeof receiveTraces>>;
let database: TestDatabase;
let server: ServerProcess;
let worker: ReturnType<typeof spawnServer>;
let token: string;

async function analyse(patientId: string, headers: Record<string, string> = {}): Promise<void> {
  const form = new FormData();
  form.set('patient_id', patientId);
  form.set('image', new Blob([sample]), 'Name of a picture.png');
  const reply = await fetch(`${server.url}/api/lung_segmentation/process/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: form,
  });
  expect(reply.status).toBe(200);
  await reply.arrayBuffer();
}

/** The whole traces of calls for an analysis. */
function traces(): ReceivedSpan[][] {
  const calls = receiver.spans.filter(({ name }) => name === root);
  return calls
    .map(({ traceId }) => receiver.spans.filter((span) => span.traceId === traceId))
    .filter((spans) => spans.some(({ name }) => name === 'analysis'));
}

const pidsOf = (spans: readonly ReceivedSpan[]) => new Set(spans.map(({ pid }) => pid));

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', { timeout: 10 * 60_000 }, () => {
  beforeAll(async () => {
    receiver = await receiveTraces();
    database = await createTestDatabase();
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      UPLOAD_LIMIT: '1000',
      COMPUTE_THREADS: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '200',
    };
    server = await startServer(env);
    worker = spawnServer(env, 'worker');
    token = await signInToDemo(server.url);
  });
  afterAll(async () => {
    for (const { child, exit } of [server, worker]) {
      child.kill('SIGTERM');
      await exit;
    }
    receiver.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('one trace of an analysis goes from the call through the queue into the compute thread of another process', async () => {
    // Either process may take a job: two at a time keep both busy.
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([analyse('PATIENT-IN-CLEAR'), analyse('PATIENT-IN-CLEAR')]);
      await sleep(1_000);
      if (traces().some((spans) => pidsOf(spans).size === 2)) break;
    }
    const spans = traces().find((each) => pidsOf(each).size === 2) ?? [];
    const nameOf = new Map(spans.map(({ spanId, name }) => [spanId, name]));
    const tree = spans.map(({ name, parentSpanId = '' }) => `${nameOf.get(parentSpanId) ?? '-'} > ${name}`);
    expect([...new Set(tree)].sort()).toEqual(
      [
        `- > ${root}`,
        `${root} > receive upload`,
        `${root} > prepare upload`,
        `${root} > place order`,
        `${root} > await outcome`,
        'place order > analysis',
        'analysis > queue',
        'analysis > fetch upload',
        'analysis > read',
        'read > decode',
        'read > gate',
        'gate > infer',
        'read > analyse',
        'analyse > infer',
        'read > encode',
        'analysis > store',
      ].sort(),
    );
    const pidOf = (name: string) => spans.find((span) => span.name === name)?.pid;
    expect(pidOf(root)).toBe(pidOf('await outcome'));
    expect(pidOf('decode')).toBe(pidOf('store'));
    expect(pidOf('decode')).not.toBe(pidOf(root));
    for (const span of spans) expect(span.endTimeUnixNano).toBeGreaterThanOrEqual(span.startTimeUnixNano);
  });

  it('nothing of patient, picture, person or token is sent', () => {
    expect(traces().length).toBeGreaterThan(0);
    for (const word of ['PATIENT-IN-CLEAR', 'Name of a picture', 'demo', '127.0.0.1:', token]) {
      expect([word, receiver.said().includes(word)]).toEqual([word, false]);
    }
  });

  it('a caller’s own trace is not gone on with, unless a proxy of ours stands in front', async () => {
    const traceId = 'a'.repeat(32);
    await analyse('0042', { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` });
    await sleep(1_500);
    expect(receiver.said()).not.toContain(traceId);
  });
});
