import type { defaultSettings } from '@second-read/contract/settings';
import { worklistReply } from '@second-read/contract/worklist';
import type { Opinion } from '@second-read/core/review/opinion/opinion';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../testing/test-server.ts';
import { setOrganization, startReadFirst } from './read-first.test-support.ts';
import { lungReport } from './review.test-support.ts';

type Headers = { authorization: string };
let server: TestServer;
let ada: Headers;
let ben: Headers;
let cleo: Headers;
beforeAll(async () => {
  ({ server, ada, ben, cleo } = await startReadFirst());
});
afterAll(() => server.close());

const set = (settings: Partial<typeof defaultSettings>) => setOrganization(server, settings);
const get = (url: string, headers: Headers) => server.app.inject({ url, headers });
const nodule: Opinion = { category: null, findings: [{ type: 'nodule', side: null, place: { x: 3, y: 4 } }] };
const nothing: Opinion = { category: null, findings: [] };
const say = (report: string, headers: Headers, opinion: Opinion = nodule) =>
  server.app.inject({ method: 'POST', url: `/api/reports/${report}/opinion/`, payload: opinion, headers });

describe('the worklist of a reader who reads first', () => {
  const made: Record<string, string> = {};
  beforeEach(async () => {
    await server.context.pool.query('UPDATE worklist SET is_open = FALSE');
    // The last one is the most urgent: by its own order it would stand first.
    for (const [name, text] of [
      ['W-1', 'found 40'],
      ['W-2', 'picture'],
      ['W-3', 'found 99'],
    ] as const) {
      made[name] = await lungReport(server, ada, name, text);
      server.advance(1_000);
    }
    await set({ read_first: { lung: 'always' } });
  });

  const page = async (by: Headers, query = '') =>
    worklistReply.parse((await get(`/api/worklist/${query}`, by)).json());
  const patients = async (by: Headers, query = '') =>
    (await page(by, query)).items.map(({ patient_id }) => patient_id);

  it('has what is hidden by age, and puts a report at its place once it is read', async () => {
    expect(await patients(ben)).toEqual(['W-1', 'W-2', 'W-3']);
    await say(made['W-3'] ?? '', ben);
    expect(await patients(ben)).toEqual(['W-3', 'W-1', 'W-2']);
    await say(made['W-2'] ?? '', ben, nothing);
    expect(await patients(ben)).toEqual(['W-3', 'W-1', 'W-2']);
    expect(await patients(ada)).toEqual(['W-1', 'W-2', 'W-3']);
    await set({});
    expect(await patients(ada)).toEqual(['W-3', 'W-1', 'W-2']);
  });

  it('goes on page after page, and no page tells an urgency', async () => {
    await say(made['W-1'] ?? '', ben);
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const at = await page(ben, `?limit=1${next === null ? '' : `&after=${next}`}`);
      seen.push(...at.items.map(({ patient_id }) => patient_id));
      next = at.next;
      if (at.items[0]?.read_first)
        expect(Buffer.from(next ?? '', 'base64url').toString()).toMatch(/^(\[1,0,.*)?$/);
    } while (next !== null);
    expect(seen).toEqual(['W-1', 'W-2', 'W-3']);
  });

  it('shows a report that two others read to a third reader at its place', async () => {
    await set({ double_reading: { lung: true } });
    await say(made['W-3'] ?? '', ada);
    expect(await patients(cleo)).toEqual(['W-1', 'W-2', 'W-3']);
    await say(made['W-3'] ?? '', ben);
    expect(await patients(cleo)).toEqual(['W-3', 'W-1', 'W-2']);
  });

  it('counts what is overdue by one target time for all that is hidden', async () => {
    // An urgent report is due within the hour.
    await server.context.pool.query('UPDATE worklist SET level = 3');
    server.advance(2 * 3_600_000);
    const later = await server.bearer('ben');
    expect(await patients(later, '?overdue=true')).toEqual([]);
    expect((await page(later)).items.map(({ is_overdue }) => is_overdue)).toEqual([false, false, false]);
    server.advance(23 * 3_600_000);
    expect(await patients(await server.bearer('ben'), '?overdue=true')).toEqual(['W-1', 'W-2', 'W-3']);
  });
});
