import { randomUUID } from 'node:crypto';
import { trialCountsReply } from '@second-read/contract/trials';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyses } from '../../../platform/database/schema.ts';
import { uuidV7 } from '../../../platform/ids/uuid-v7.ts';
import { analysisUpload } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { findAnalysis } from '../analyses.repository.ts';
import { runAnalysis } from './run-analysis.ts';
import { endGivenUp, sweep } from './worker.ts';

let server: TestServer;
let ada: Awaited<ReturnType<TestServer['signIn']>>;

beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1' } });
  ada = await server.signIn('ada');
});
afterAll(() => server.close());

/** A row as a process leaves it behind that died `overdueMs` after its time was up. */
async function leaveBehind(overdueMs: number): Promise<string> {
  const now = server.context.now();
  const id = uuidV7(now);
  await server.context.db.insert(analyses).values({
    id,
    userId: ada.userId,
    organisationId: ada.organisationId,
    module: 'breast',
    serviceType: 'breast_segmentation',
    patientId: '1',
    requestHash: 'x',
    state: 'running',
    charged: true,
    runToken: randomUUID(),
    sourceKey: `${ada.organisationId}/uploads/2026-01-01/${id}`,
    sourceBytes: 1,
    sourceSha256: 'x',
    createdAt: now,
    deadlineAt: new Date(now.getTime() - overdueMs),
  });
  return id;
}

function post() {
  const { payload, headers } = analysisUpload();
  const all = { ...headers, authorization: `Bearer ${ada.access}` };
  return server.app.inject({
    method: 'POST',
    url: '/api/breast_segmentation/process/',
    payload,
    headers: all,
  });
}

describe('an analysis whose processes died', () => {
  it('holds its trial back until its time is up, and is then ended and frees it', async () => {
    const id = await leaveBehind(-60_000);
    expect((await post()).statusCode).toBe(403);
    await sweep(server.context);
    expect((await findAnalysis(server.context.db, id))?.state).toBe('running');
    server.advance(70_000);
    await sweep(server.context);
    expect(await findAnalysis(server.context.db, id)).toMatchObject({
      state: 'cancelled',
      errorCode: 'analysis_timeout',
    });
    expect((await post()).statusCode).toBe(200);
    const headers = { authorization: `Bearer ${ada.access}` };
    const counts = trialCountsReply.parse(
      (await server.app.inject({ url: '/api/trials/count/', headers })).json(),
    );
    expect(counts[0]).toEqual({ service_type: 'breast_segmentation', trial_count: 0 });
  });

  it('fails at once when the queue gives it up, unless it was asked for anew meanwhile', async () => {
    const id = await leaveBehind(-60_000);
    await endGivenUp({ id, attempt: 2 }, server.context);
    expect((await findAnalysis(server.context.db, id))?.state).toBe('running');
    await endGivenUp({ id, attempt: 1 }, server.context);
    expect(await findAnalysis(server.context.db, id)).toMatchObject({
      state: 'failed',
      errorCode: 'analysis_failed',
    });
  });

  it('is not begun by a job that comes too late or is of an earlier attempt', async () => {
    const late = await leaveBehind(1);
    await runAnalysis({ id: late, attempt: 1 }, new AbortController().signal, server.context);
    expect((await findAnalysis(server.context.db, late))?.state).toBe('cancelled');
    const other = await leaveBehind(-60_000);
    await runAnalysis({ id: other, attempt: 2 }, new AbortController().signal, server.context);
    expect((await findAnalysis(server.context.db, other))?.state).toBe('running');
  });
});
