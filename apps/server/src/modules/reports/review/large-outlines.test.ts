import { randomUUID } from 'node:crypto';
import { reviewReply } from '@second-read/contract/reviews';
import { worklistReply } from '@second-read/contract/worklist';
import type { Change } from '@second-read/core/review/change';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { lungReport, readerOf } from './review.test-support.ts';

let server: TestServer;
let ada: { authorization: string };
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());

/** As ragged as one can be drawn: no vertex can be left out, each edge is long, none crosses another. */
function star(vertices: number, seed: number) {
  return Array.from({ length: vertices }, (_, at) => {
    const angle = (at / vertices) * 2 * Math.PI;
    const radius = at % 2 === 0 ? 30 + ((at * 7 + seed) % 9) : 4 + ((at * 5 + seed) % 3);
    return { x: round(50 + radius * Math.cos(angle)), y: round(40 + radius * Math.sin(angle)) };
  });
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;

const added = (number: number): Change => ({
  id: randomUUID(),
  kind: 'add',
  finding: { id: `nodule-${number}`, type: 'nodule', outline: star(2_000, number) },
});
const nineteen = () => Array.from({ length: 19 }, (_, at) => added(at + 2));

/** One call of a megabyte on a new report. */
async function send(changes: readonly Change[]): Promise<{ report: string; status: number }> {
  const report = await lungReport(server, ada);
  const reader = readerOf(server, ada, report);
  await reader.start();
  const reply = await reader.send(changes, (await reader.now()).etag);
  if (reply.statusCode === 200) reviewReply.parse(reply.json());
  return { report, status: reply.statusCode };
}

describe('a call with 19 outlines of 2,000 vertices', { timeout: 120_000 }, () => {
  it('is taken', async () => {
    expect(JSON.stringify(nineteen()).length).toBeGreaterThan(750_000);
    expect((await send(nineteen())).status).toBe(200);
  });

  it('is kept in no part where the last of them is refused', async () => {
    const last = { id: randomUUID(), kind: 'accept', finding: 'nodule-99' } as const;
    const { report, status } = await send([...nineteen(), last]);
    const { current, machine } = await readerOf(server, ada, report).now();
    expect([status, current.findings]).toEqual([422, machine.findings]);
  });

  it('is refused by its size before anything is computed, where one outline has too many', async () => {
    const report = await lungReport(server, ada);
    const reader = readerOf(server, ada, report);
    await reader.start();
    const change = { ...added(2), finding: { id: 'nodule-2', type: 'nodule', outline: star(2_001, 1) } };
    const reply = await reader.send([change as Change], (await reader.now()).etag);
    expect([reply.statusCode, reply.json().error]).toEqual([
      422,
      expect.stringContaining('The outline has 2001 vertices; at most 2000 are kept.'),
    ]);
  });

  it('costs no worklist or list call after it: what they show is stored', async () => {
    const drafts: string[] = [];
    for (let draft = 0; draft < 8; draft++) drafts.push((await send(nineteen())).report);
    // What the changes say cannot even be read meanwhile.
    const { pool } = server.context;
    await pool.query('ALTER TABLE review_changes RENAME COLUMN change TO aside');
    const list = async (url: string) => {
      const reply = await server.app.inject({ url, headers: ada });
      expect([url, reply.statusCode]).toEqual([url, 200]);
      return reply.json();
    };
    await list('/api/lung_segmentation/all-reports/');
    const { items } = worklistReply.parse(await list('/api/worklist/?module=lung'));
    await pool.query('ALTER TABLE review_changes RENAME COLUMN aside TO change');
    const ids = items.map(({ report_id }) => report_id);
    expect(ids).toEqual(expect.arrayContaining(drafts));
    // Without a summary they are folded: the same words, as of versions from before it was kept.
    const shown = items.map(({ finding }) => finding);
    await pool.query('UPDATE reviews SET summary = NULL');
    const again = worklistReply.parse(await list('/api/worklist/?module=lung'));
    expect(again.items.map(({ finding }) => finding)).toEqual(shown);
  });
});
