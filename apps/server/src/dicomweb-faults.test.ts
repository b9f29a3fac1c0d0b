import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ctSlice, dicomReport, dicomWebOf, first } from './modules/dicomweb/dicomweb.test-support.ts';
import { studyIndex } from './modules/dicomweb/study-index.ts';
import { reports } from './platform/database/schema.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** Of more than 64 characters in all, of fewer in each group. */
const longName = ['Doe^Jane'.padEnd(40, 'e'), 'Y'.repeat(40), 'Z'.repeat(40)].join('=');

let server: TestServer;
let ada: { authorization: string };
let web: ReturnType<typeof dicomWebOf>;
let damaged: string;
const log: string[] = [];
beforeAll(async () => {
  const environment = { UPLOAD_LIMIT: '1000', RETAIN_PATIENT_DETAILS: '1' };
  server = await startTestServer({ environment, logTo: (line) => log.push(line) });
  ada = await server.bearer('ada');
  web = dicomWebOf(server, ada);
  const named = { '0010,0010': ['PN', longName] as [string, string] };
  await dicomReport(server, ada, ctSlice(1, named, '1.2.5'), { patient: '0042' });
  await dicomReport(server, ada, ctSlice(1), { patient: '0042' });
  damaged = await dicomReport(server, ada, ctSlice(2), { patient: '0042' });
});
afterAll(() => server.close());

it('a name is served with all its groups, each of up to 64 characters', async () => {
  const [study] = await web.json('/studies?StudyInstanceUID=1.2.5');
  const [alphabetic, ideographic, phonetic] = longName.split('=');
  expect(study?.['00100010']?.Value).toEqual([
    { Alphabetic: alphabetic, Ideographic: ideographic, Phonetic: phonetic },
  ]);
  expect((await web.get('/studies/1.2.5/metadata')).statusCode).toBe(200);
});

describe('a report that cannot be opened', () => {
  beforeAll(async () => {
    await web.json('/studies');
    await server.context.db.update(reports).set({ patientId: 'damaged' }).where(eq(reports.id, damaged));
  });

  it('hides no other report, and is named in the log', async () => {
    const found = await web.json('/studies');
    expect(found.map((each) => first(each, '0020000D'))).toContain('1.2.5');
    const series = await web.json('/studies/1.2.3/series/1.2.3.4/instances');
    expect(series.map((each) => first(each, '00080018'))).toEqual(['1.2.3.4.1']);
    expect(log.some((line) => line.includes(damaged) && line.includes('cannot be shown as DICOM'))).toBe(
      true,
    );
  });
});

it('an index forgets a study with its last report, and sorts its lines once', async () => {
  const { userId: _userId, organisationId } = await server.signIn('ada');
  const studiesOf = studyIndex(server.context);
  const studies = await studiesOf(organisationId, '1.2.5');
  expect(studies.all()).toBe(studies.all());
  const [line] = studies.of('1.2.5');
  studies.forget(line?.id ?? '');
  expect(studies.all()).not.toContain(line);
  // What is not known is looked up at once.
  expect((await studiesOf(organisationId, '1.2.5')).of('1.2.5')).toEqual([line]);
});
