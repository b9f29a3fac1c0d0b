import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reports } from '../../../platform/database/schema.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
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
      ...{ createdAt: new Date(row.createdAt.getTime() + 86_400_000), taken: undefined, by: undefined },
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
