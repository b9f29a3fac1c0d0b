import { errorReply } from '@second-read/contract/errors';
import { undoSignatureMinutes, versionsReply } from '@second-read/contract/reviews';
import { worklistReply } from '@second-read/contract/worklist';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reports } from '../../../platform/database/schema.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { lungReport, readerOf } from './review.test-support.ts';

let server: TestServer;
let ada: { authorization: string };
let report: string;
let at: ReturnType<typeof readerOf>;
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());
beforeEach(async () => {
  ada = await server.bearer('ada');
  report = await lungReport(server, ada);
  at = readerOf(server, ada, report);
  await at.start();
});

const refusal = (reply: LightMyRequestResponse) => [reply.statusCode, errorReply.parse(reply.json()).code];
const signAs = async (payload: object) => at.call('POST', 'sign/', payload, (await at.now()).etag);

describe('a signature', () => {
  it('is refused while a finding is not decided, and takes the rest along in one step', async () => {
    expect(refusal(await signAs({}))).toEqual([409, 'findings_undecided']);
    expect(await at.now()).toMatchObject({ state: 'in_review', decisions: {} });
    expect((await signAs({ accept_remaining: true })).statusCode).toBe(200);
    const signed = await at.now();
    expect(signed).toMatchObject({ state: 'signed', decisions: { 'nodule-1': { decision: 'accepted' } } });
    expect(signed.changes).toMatchObject([{ kind: 'accept', finding: 'nodule-1' }]);
    const { versions } = versionsReply.parse((await at.call('GET', 'versions/')).json());
    expect(versions[0]?.changes).toBe(1);
  });

  it('needs no confirmation where each finding was decided', async () => {
    await at.change({ kind: 'reject', finding: 'nodule-1', reason: 'artefact' });
    expect((await signAs({})).statusCode).toBe(200);
  });

  it('is refused under a generated patient ID, unless the organization only warns', async () => {
    const { db } = server.context;
    await db.update(reports).set({ patientGenerated: true }).where(eq(reports.id, report));
    expect(refusal(await signAs({ accept_remaining: true }))).toEqual([409, 'generated_id']);
    const { organisationId } = await server.signIn('ada');
    const settings = JSON.stringify({ sign_generated_ids: 'warn' });
    await server.context.pool.query(
      `INSERT INTO organization_settings (organisation_id, settings, updated_at) VALUES ($1, $2, now())`,
      [organisationId, settings],
    );
    expect((await signAs({ accept_remaining: true })).statusCode).toBe(200);
  });

  it('can be taken back by its reader for some minutes: the review goes on as it was before', async () => {
    await at.change({ kind: 'write', section: 'impression', text: 'Compared with 2019.' });
    await signAs({ accept_remaining: true });
    const { verification_code: code } = await at.now();
    const back = await at.call('DELETE', 'sign/');
    expect(back.json()).toMatchObject({ state: 'in_review', mine: true, version: 1 });
    expect(back.json().decisions).toEqual({});
    expect(JSON.stringify(back.json())).toContain('Compared with 2019.');
    expect((await server.app.inject({ url: `/api/verify/${code}/` })).statusCode).toBe(404);
    const list = await server.app.inject({ url: '/api/worklist/', headers: ada });
    const row = worklistReply.parse(list.json()).items.find(({ report_id }) => report_id === report);
    expect(row).toMatchObject({ state: 'in_review', mine: true });
    expect(refusal(await signAs({}))).toEqual([409, 'findings_undecided']);
    expect((await signAs({ accept_remaining: true })).statusCode).toBe(200);
  });

  it('is taken back without what its reader decided before', async () => {
    await at.change({ kind: 'accept', finding: 'nodule-1' });
    await signAs({});
    const back = await at.call('DELETE', 'sign/');
    expect(back.json().decisions).toHaveProperty('nodule-1');
    expect((await signAs({})).statusCode).toBe(200);
  });

  it('is not taken back by another reader, nor later', async () => {
    await signAs({ accept_remaining: true });
    const ben = readerOf(server, await server.bearer('ben'), report);
    expect(refusal(await ben.call('DELETE', 'sign/'))).toEqual([409, 'review_state']);
    server.advance((undoSignatureMinutes + 1) * 60_000);
    at = readerOf(server, await server.bearer('ada'), report);
    expect(refusal(await at.call('DELETE', 'sign/'))).toEqual([409, 'review_state']);
    expect(await at.now()).toMatchObject({ state: 'signed' });
  });

  it('is not taken back once the signed report was sent to the archive', async () => {
    await signAs({ accept_remaining: true });
    await server.context.pool.query(
      `INSERT INTO pacs_pushes (id, report_id, organisation_id, user_id, form, is_automatic, state, created_at, updated_at)
       SELECT gen_random_uuid(), id, organisation_id, user_id, 'dicom-sr', false, 'queued', $2, $2
       FROM reports WHERE id = $1`,
      [report, server.context.now()],
    );
    expect(refusal(await at.call('DELETE', 'sign/'))).toEqual([409, 'review_state']);
    expect(await at.now()).toMatchObject({ state: 'signed' });
  });

  it('is amended for a reason only', async () => {
    await signAs({ accept_remaining: true });
    expect(refusal(await at.call('POST', 'amendments/', {}))).toEqual([422, 'change_refused']);
    expect(await at.now()).toMatchObject({ state: 'signed', version: 1 });
    expect((await at.amend('The side was wrong.')).json()).toMatchObject({ reason: 'The side was wrong.' });
  });
});
