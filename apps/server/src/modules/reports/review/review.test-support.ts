import { randomUUID } from 'node:crypto';
import { reportReply } from '@second-read/contract/reports';
import { type ReviewReply, reviewReply } from '@second-read/contract/reviews';
import type { Change } from '@second-read/core/review/change';
import { eq, sql } from 'drizzle-orm';
import { reports } from '../../../platform/database/schema.ts';
import { analysisUpload } from '../../../testing/multipart.ts';
import type { TestServer } from '../../../testing/test-server.ts';

type Headers = { readonly authorization: string };
/** Without its id, which is made up. */
export type Wish = Change extends infer C ? (C extends Change ? Omit<C, 'id'> : never) : never;

/** A lung report with one nodule in a picture of 100 × 80 pixels. */
export async function lungReport(
  server: TestServer,
  by: Headers,
  patient = '0042',
  picture = 'found 87.4',
): Promise<string> {
  const { payload, headers } = analysisUpload(picture, patient);
  const url = '/api/lung_segmentation/process/';
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...by } });
  const { id } = reportReply.parse(reply.json());
  const { db } = server.context;
  const [row] = await db.select({ study: reports.study }).from(reports).where(eq(reports.id, id));
  if (!row) throw new Error('the report is missing');
  const study = { ...row.study, width: 100, height: 80 };
  await db.update(reports).set({ study }).where(eq(reports.id, id));
  return id;
}

export const withId = (wish: Wish): Change => ({ ...wish, id: randomUUID() }) as Change;

/** One reader at one report. */
export function readerOf(server: TestServer, by: Headers, report: string) {
  const base = `/api/reports/${report}`;
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, tag?: string) =>
    server.app.inject({
      method,
      url: `${base}/${path}`,
      headers: { ...by, ...(tag !== undefined && { 'if-match': `"${tag}"` }) },
      ...(payload && { payload }),
    });
  const now = async (): Promise<ReviewReply> =>
    reviewReply.parse((await call('GET', 'reviews/current/')).json());
  const send = (changes: readonly Change[], tag: string) =>
    call('PATCH', 'reviews/current/', { changes }, tag);
  return {
    call,
    now,
    send,
    start: () => call('POST', 'reviews/'),
    release: () => call('DELETE', 'reviews/current/'),
    /** Makes changes on top of what is there. */
    change: async (...wishes: readonly Wish[]) => send(wishes.map(withId), (await now()).etag),
    /** Accepts what is not decided with the signature. */
    sign: async (reason?: string) =>
      call('POST', 'sign/', { accept_remaining: true, ...(reason && { reason }) }, (await now()).etag),
    amend: (reason = 'Looked again.') => call('POST', 'amendments/', { reason }),
    withdraw: (reason: string) => call('POST', 'withdraw/', { reason }),
  };
}

/** An exam of three chest slices with one nodule, as it was stored before readings of exams were coded. */
export async function examReport(server: TestServer, by: Headers, patient = '0042'): Promise<string> {
  const id = await lungReport(server, by, patient);
  const slice = (at: number) => ({
    ...{ file: `slice-000${at + 1}`, sent: at + 1, instanceNumber: at + 1, placeMm: 5 * at },
    ...{ status: 'read', message: null, width: 100, height: 80 },
  });
  const box = { x: 10, y: 10, width: 8, height: 8 };
  const nodule = {
    ...{ id: 'nodule-1', type: 'nodule', found: true, probability: 0.8, side: 'left' },
    ...{ volumeMl: 1, diameterMm: 12, facts: { density: 'solid' } },
    slices: [{ slice: 1, file: 'slice-0002', box, score: 0.8 }],
  };
  const conclusion = 'A nodule, the largest 12 mm.';
  const exam = {
    ...{ module: 'lung', kind: 'exam', version: 1, scores: {}, findings: [nodule] },
    slices: [0, 1, 2].map(slice),
    reading: {
      ...{ module: 'lung', kind: 'exam', version: 1, conclusion },
      ...{ findings: ['Nodule 1: solid, mean diameter 12.0 mm.'], notAssessed: [], technique: [] },
      ...{ rules: [], facts: {}, keySlices: [{ slice: 1, file: 'slice-0002', shows: 'nodule' }] },
    },
  };
  const wire = { kind: 'exam', conclusion, slices: 3 };
  const { db } = server.context;
  const reading = sql`${JSON.stringify(exam)}::jsonb`;
  await db.update(reports).set({ reading, readingVersion: 1, wire, conclusion }).where(eq(reports.id, id));
  return id;
}
