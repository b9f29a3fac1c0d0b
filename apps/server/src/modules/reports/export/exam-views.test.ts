import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentLines, readElements } from '@second-read/core/encode/dicom/read-elements.test-support';
import { storedExam } from '@second-read/core/exam/stored-exam';
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyses, reports } from '../../../platform/database/schema.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { sealExam } from '../../patients/index.ts';
import { readExam } from './exam.test-support.ts';

const views = [
  ['right', 'CC'],
  ['right', 'MLO'],
  ['left', 'CC'],
  ['left', 'MLO'],
] as const;
const box = { x: 4, y: 6, width: 10, height: 8 };

let server: TestServer;
let ada: { authorization: string };
let reportId: string;

beforeAll(async () => {
  server = await startTestServer({ compute: scriptedCompute() });
  ada = await server.bearer('ada');
  reportId = await readExam(server, ada, {
    path: 'breast_segmentation',
    slices: views.length,
    // As the user states them: the pictures tell a left CC each.
    exam: { views: views.map(([side, view], at) => ({ slice: at + 1, side, view })) },
  });
  await showMass();
});
afterAll(() => server.close());

const get = (url: string) => server.app.inject({ url, headers: ada });
const cad = (query = '') => get(`/api/breast_segmentation/reports/${reportId}/export/dicom-cad-sr/${query}`);

/** As DICOM files, and a reading that found a mass on both views of the left breast, would have left it. */
async function showMass(): Promise<void> {
  const { db, config } = server.context;
  for (const row of await db.select().from(analyses).where(isNotNull(analyses.batchId))) {
    const number = row.slice ?? 1;
    const instance = {
      ...{ studyUid: '1.2.3', seriesUid: `1.2.3.${number}`, sopInstanceUid: `1.2.3.${number}.1` },
      ...{ sopClassUid: '1.2.840.10008.5.1.4.1.1.1.2', frameOfReferenceUid: undefined },
    };
    const exam = sealExam({ patientId: '0042', instance }, row.id, config.keys);
    await db.update(analyses).set({ exam }).where(eq(analyses.id, row.id));
  }
  const [report] = await db.select().from(reports).where(eq(reports.id, reportId));
  const reading = storedExam.parse(report?.reading);
  const slices = [2, 3].map((slice) => ({ slice, file: `slice-000${slice + 1}`, box, score: 0.6 }));
  const findings = reading.findings.map((finding) => ({
    ...{ ...finding, type: 'mass', found: true, side: 'left' as const, slices },
  }));
  const changed = { ...reading, findings };
  await db.update(reports).set({ reading: changed }).where(eq(reports.id, reportId));
}

describe('the mammography CAD report of an exam', () => {
  it('names the four views as they were stated, and ties the mass over CC and MLO', async () => {
    const reply = await cad();
    expect(reply.statusCode).toBe(200);
    const lines = contentLines(readElements(reply.rawPayload).dataSet).map((line) => line.trim());
    expect(lines.filter((line) => line.includes('Image Laterality')).map((line) => line.slice(-8))).toEqual([
      ...['73056007', '73056007', '80248007', '80248007'],
    ]);
    expect(lines.filter((line) => /Composite Feature|Single Image/.test(line))).toEqual([
      'CONTAINS | CODE | Composite Feature | 129788004',
      'INFERRED FROM | CODE | Single Image Finding | 129793001',
      'INFERRED FROM | CODE | Single Image Finding | 129793001',
    ]);
  });

  it('is not made for another study, whose views it could not refer to', async () => {
    const reply = await cad('?uids=new');
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'not_exportable']);
  });

  it.skipIf(spawnSync('which', ['dciodvfy']).status !== 0)(
    'has no error for dciodvfy (needs dicom3tools)',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'second-read-cad-'));
      try {
        const path = join(folder, 'cad.dcm');
        writeFileSync(path, (await cad()).rawPayload);
        const { stdout, stderr } = spawnSync('dciodvfy', [path], { encoding: 'utf8' });
        const lines = `${stdout}${stderr}`.split('\n');
        expect(lines.length).toBeGreaterThan(1);
        expect(lines.filter((line) => line.startsWith('Error'))).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
