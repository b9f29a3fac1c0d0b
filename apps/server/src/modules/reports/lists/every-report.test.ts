import { type EveryReportReply, everyReportReply, lookedAtMost } from '@second-read/contract/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisUpload } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { examReport, lungReport, readerOf } from '../review/review.test-support.ts';

let server: TestServer;
let ada: { authorization: string };
let ben: { authorization: string };
let signed: string;
let mass: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  [ada, ben] = [await server.bearer('ada'), await server.bearer('ben')];
  await lungReport(server, ada, 'P-17');
  signed = await lungReport(server, ben, 'P-17-b');
  const at = readerOf(server, ben, signed);
  await at.start();
  await at.sign();
  const { payload, headers } = analysisUpload('mass 60', 'P-18');
  const url = '/api/breast_segmentation/process/';
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
  mass = reply.json().id;
});
afterAll(() => server.close());

async function list(query: Record<string, string>, by = ada): Promise<EveryReportReply> {
  return everyReportReply.parse(
    (await server.app.inject({ url: '/api/reports/', headers: by, query })).json(),
  );
}
const idsOf = async (query: Record<string, string>, by = ada) =>
  (await list(query, by)).results.map(({ id }) => id);

describe('the list over all modules', () => {
  it('has the reports of every module, the newest first, the own ones alone unless all are asked for', async () => {
    const all = await list({ scope: 'all' });
    expect(all.results.map(({ module }) => module)).toEqual(['breast', 'lung', 'lung']);
    expect(all).toMatchObject({ count: 3, has_more: false, page: 1 });
    expect(await idsOf({}, ben)).toEqual([signed]);
    expect(await idsOf({ scope: 'all', page: '2', page_size: '2' })).toHaveLength(1);
  });

  it('finds by patient over all modules, and by a part of the report ID', async () => {
    expect(await idsOf({ scope: 'all', q: 'p-17' })).toHaveLength(2);
    expect(await idsOf({ scope: 'all', q: 'P-1' })).toHaveLength(3);
    expect(await idsOf({ scope: 'all', q: mass.slice(-8) })).toEqual([mass]);
    expect(await idsOf({ scope: 'all', q: '%' })).toEqual([]);
  });

  it('counts what it can be narrowed by, each where the other filters hold', async () => {
    const { facets } = await list({ scope: 'all', state: 'signed' });
    expect(facets.state).toEqual([
      { value: 'preliminary', label: 'Preliminary', count: 2 },
      { value: 'signed', label: 'Signed', count: 1 },
    ]);
    expect(facets.module).toMatchObject([{ value: 'lung', count: 1 }]);
    expect(facets.signed_by).toMatchObject([{ value: 'ben', label: 'Reader ben', count: 1 }]);
    expect(await idsOf({ scope: 'all', signed_by: 'ben' })).toEqual([signed]);
    expect(await idsOf({ scope: 'all', uploaded_by: 'ada', module: 'breast' })).toEqual([mass]);
    expect(await idsOf({ scope: 'all', to: '2000-01-01' })).toEqual([]);
  });

  it('searches in the conclusions of single images, and in what a reader signed in place of them', async () => {
    const words = { scope: 'all', q: 'NODULE' };
    expect((await idsOf(words)).toSorted()).toEqual(
      (await idsOf({ scope: 'all', module: 'lung' })).toSorted(),
    );
    const open = (await idsOf({ scope: 'all', q: 'P-17' })).find((id) => id !== signed) ?? '';
    const at = readerOf(server, ada, open);
    await at.start();
    await at.change({ kind: 'write', section: 'impression', text: 'A harmless vessel.' });
    expect(await idsOf({ scope: 'all', q: 'harmless' })).toEqual([open]);
    expect(await idsOf(words)).toEqual([signed]);
    await at.sign();
    expect(await idsOf({ scope: 'all', q: 'harmless' })).toEqual([open]);
  });

  it('knows how urgent the version is that its rows show', async () => {
    const id = await lungReport(server, ada, 'P-20');
    const levels = async () =>
      (await list({ scope: 'all', q: 'P-20' })).facets.urgency.map(({ value }) => value);
    const before = await levels();
    const at = readerOf(server, ada, id);
    await at.start();
    await at.change({ kind: 'reject', finding: 'nodule-1', reason: 'artefact' });
    expect([before, await levels()]).toEqual([['finding'], ['none']]);
    expect(await idsOf({ scope: 'all', q: 'P-20', urgency: 'none' })).toEqual([id]);
  });

  it('is refused over all reports to who sees only their own', async () => {
    await server.context.pool.query(`UPDATE users SET role = 'technician' WHERE username = 'eve'`);
    const eve = await server.bearer('eve');
    const reply = await server.app.inject({ url: '/api/reports/?scope=all', headers: eve });
    expect(reply.statusCode).toBe(403);
    expect(await idsOf({}, eve)).toEqual([]);
  });

  it('tells nothing of the urgency of a hidden result, and does not search in its words', async () => {
    const { organisationId } = await server.signIn('ada');
    const settings = JSON.stringify({ read_first: { breast: 'always', lung: 'always' } });
    const exam = await examReport(server, ada, 'P-19');
    const words = { scope: 'all', q: 'nodule, the largest' };
    expect(await idsOf(words)).toEqual([exam]);
    await server.context.pool.query(
      `INSERT INTO organization_settings (organisation_id, settings, updated_at) VALUES ($1, $2, now())`,
      [organisationId, settings],
    );
    expect(await idsOf(words)).toEqual([]);
    const { facets, results } = await list({ scope: 'all', state: 'preliminary' });
    expect(facets.urgency).toMatchObject([{ value: 'open', label: 'Not assessed' }]);
    expect(results.every(({ read_first }) => read_first === true)).toBe(true);
  });

  it('finds a patient behind the reports that it looks at, and says that it did not look at all', async () => {
    await server.context.pool.query(
      `WITH copied AS (
         INSERT INTO analyses SELECT made.* FROM analyses a JOIN reports r ON r.analysis_id = a.id
           CROSS JOIN generate_series(1, $2) AS n CROSS JOIN LATERAL jsonb_populate_record(a,
             jsonb_build_object('id', md5(n::text)::uuid, 'idempotency_key', null)) AS made
         WHERE r.id = $1 RETURNING id)
       INSERT INTO reports SELECT made.* FROM copied c JOIN reports r ON r.id = $1
         CROSS JOIN LATERAL jsonb_populate_record(r, jsonb_build_object('id', 'breast-' || c.id,
           'analysis_id', c.id, 'search_tokens', '[]'::jsonb, 'created_at', now() + interval '1 h')) AS made`,
      [mass, lookedAtMost],
    );
    expect(await list({ scope: 'all', q: 'p-17' })).toMatchObject({ count: 2, has_more: true });
    expect(await idsOf({ scope: 'all', q: signed })).toEqual([signed]);
    expect(await list({ scope: 'all', q: 'no such words' })).toMatchObject({ count: 0, has_more: true });
  });
});
