import { createHash } from 'node:crypto';
import { auditReply } from '@second-read/contract/audit';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { lungReport, readerOf } from '../review/review.test-support.ts';

let server: TestServer;
let ada: { authorization: string };
let report: string;
beforeAll(async () => {
  server = await startTestServer({
    environment: { UPLOAD_LIMIT: '100', PUBLIC_URL: 'https://reader.example' },
  });
  ada = await server.bearer('ada');
  report = await lungReport(server, ada, 'P-漢 17');
});
afterAll(() => server.close());

const url = () => `/api/lung_segmentation/reports/${report}/export/dicom-pdf/`;

/** The PDF that the DICOM object of the report holds, byte for byte. */
async function exported(): Promise<Buffer> {
  const { statusCode, rawPayload } = await server.app.inject({ url: url(), headers: ada });
  expect(statusCode).toBe(200);
  return rawPayload.subarray(rawPayload.indexOf('%PDF-'), rawPayload.lastIndexOf('%%EOF') + 5);
}

async function wordsOf(pdf: Buffer): Promise<string> {
  const opened = await getDocument({ data: new Uint8Array(pdf) }).promise;
  const [scripts, files, fields] = await Promise.all([
    opened.getJSActions(),
    opened.getAttachments(),
    opened.getFieldObjects(),
  ]);
  expect([scripts, files, fields]).toEqual([null, null, null]);
  const pages = Array.from({ length: opened.numPages }, (_, at) => opened.getPage(at + 1));
  const contents = await Promise.all(pages.map(async (page) => (await page).getTextContent()));
  const items = contents.flatMap((content) => content.items);
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

it('is drawn by the server: the version in force, whose it is and who signed it', async () => {
  const before = await wordsOf(await exported());
  expect(before).toContain('PRELIMINARY - NOT VERIFIED');
  const reader = readerOf(server, ada, report);
  await reader.start();
  await reader.change({ kind: 'write', section: 'impression', text: 'A harmless scar, no nodule.' });
  await reader.sign();
  const words = await wordsOf(await exported());
  expect(words.replaceAll(' ', '')).toContain('PatientID:P-漢17');
  for (const part of [report, 'A harmless scar, no nodule.', 'VERIFIED: version 1, Reader ada'])
    expect(words).toContain(part);
  expect(words.replaceAll(' ', '')).toContain('https://reader.example/verify/');
  expect(words).not.toContain('Failed to load');
});

it('has its digest on the trail', async () => {
  const pdf = await exported();
  await server.context.pool.query(`UPDATE users SET role = 'auditor' WHERE username = 'ada'`);
  const trail = await server.app.inject({ url: '/api/audit/?action=report.exported', headers: ada });
  const { details } = auditReply.parse(trail.json()).entries[0] ?? {};
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  expect(details).toEqual({ format: 'dicom-pdf', sha256 });
});

it('is taken from nobody', async () => {
  const headers = { ...ada, 'content-type': 'application/pdf' };
  for (const place of [url(), url().replace('export/dicom-pdf', 'pacs/dicom-pdf')]) {
    const reply = await server.app.inject({ method: 'POST', url: place, payload: '%PDF-1.7', headers });
    expect([404, 405, 415]).toContain(reply.statusCode);
  }
});
