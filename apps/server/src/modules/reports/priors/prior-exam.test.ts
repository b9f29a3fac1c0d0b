import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KeyRing } from '../../../platform/crypto/key-ring.ts';
import { analyses, reports } from '../../../platform/database/schema.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { type PictureExam, sealExam } from '../../patients/index.ts';
import { examReport, readerOf } from '../review/review.test-support.ts';
import { findPriorExam } from './prior-exam.ts';

let server: TestServer;
let ada: { authorization: string };
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.bearer('ada');
});
afterAll(() => server.close());

it('is the earlier exam in its latest version, with what a reader rejected there', async () => {
  const report = await examReport(server, ada, '0077');
  const { context } = server;
  const [row] = await context.db.select().from(reports).where(eq(reports.id, report));
  if (!row) throw new Error('the report is missing');
  const { module, organisationId, patientGenerated } = row;
  const prior = () =>
    findPriorExam(context, {
      ...{ id: 'lung-later', module, organisationId, patientGenerated, patientId: '0077' },
      ...{ createdAt: new Date(row.createdAt.getTime() + 86_400_000), exam: undefined, by: undefined },
    });
  expect(await prior()).toMatchObject({ reportId: report, version: 'engine', rejected: [] });
  const at = readerOf(server, ada, report);
  await at.start();
  await at.change({ kind: 'reject', finding: 'nodule-1', reason: 'artefact' });
  const rejected = [{ id: 'nodule-1', diameterMm: 12 }];
  expect(await prior()).toMatchObject({
    ...{ version: 'draft', rejected },
    exam: { findings: [{ id: 'nodule-1', found: false }] },
  });
  await at.sign();
  expect(await prior()).toMatchObject({ version: 'signed', rejected });
});

const laterStudy = { instance: named('1.2.2'), taken: { date: '2026-03-01', time: '11:30' } };

it.each<[string, Partial<PictureExam>, boolean]>([
  ['of the same study', { instance: named('1.2.1') }, true],
  ['taken at the same time', { taken: { date: '2026-03-01', time: '10:30' } }, true],
  ['of the same day, at another time', { taken: { date: '2026-03-01', time: '11:30' } }, false],
  ['of another study, later the same day', laterStudy, false],
])('is not the same images read before: %s', async (_what, file, isSame) => {
  const patientId = `0078-${_what.length}`;
  const report = await examReport(server, ada, patientId);
  const { context } = server;
  const [row] = await context.db.select().from(reports).where(eq(reports.id, report));
  if (!row) throw new Error('the report is missing');
  const [analysis] = await context.db.select().from(analyses).where(eq(analyses.id, row.analysisId));
  if (!analysis) throw new Error('the analysis is missing');
  const first: PictureExam = {
    ...{ patientId, instance: named('1.2.1'), taken: { date: '2026-03-01', time: '10:30' } },
  };
  const ring = context.config.keys.filter(({ id }) => id === analysis.patientKey) as unknown as KeyRing;
  const exam = sealExam(first, analysis.id, ring);
  await context.db.update(analyses).set({ exam }).where(eq(analyses.id, analysis.id));
  const { module, organisationId, patientGenerated } = row;
  const prior = await findPriorExam(context, {
    ...{ id: 'lung-later', module, organisationId, patientGenerated, patientId, by: undefined },
    ...{ createdAt: new Date(row.createdAt.getTime() + 86_400_000), exam: { patientId, ...file } },
  });
  expect(prior?.reportId).toBe(isSame ? undefined : report);
});

function named(studyUid: string): NonNullable<PictureExam['instance']> {
  return { studyUid, seriesUid: `${studyUid}.1`, sopClassUid: '1.2', sopInstanceUid: `${studyUid}.1.1` };
}
