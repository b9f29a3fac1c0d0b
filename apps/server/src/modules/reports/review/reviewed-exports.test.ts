import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { lungReport, readerOf } from './review.test-support.ts';

let server: TestServer;
let ada: { authorization: string };
let report: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.bearer('ada');
  report = await lungReport(server, ada);
});
afterAll(() => server.close());

async function exported(form: string) {
  const url = `/api/lung_segmentation/reports/${report}/export/${form}/`;
  const reply = await server.app.inject({ url, headers: ada });
  expect([form, reply.statusCode]).toEqual([form, 200]);
  return reply;
}

/** Explicit VR little endian: tag, VR, length, then the value. */
function flagOf(file: Buffer, element: number): string {
  const tag = Buffer.from([0x40, 0x00, element & 0xff, element >> 8, 0x43, 0x53]);
  const at = file.indexOf(tag);
  expect(at).toBeGreaterThan(0);
  return file
    .subarray(at + 8, at + 8 + file.readUInt16LE(at + 6))
    .toString()
    .trim();
}

async function said() {
  const sr = (await exported('dicom-sr')).rawPayload;
  const bundle = (await exported('fhir')).json();
  const [, line = ''] = (await exported('csv')).body.split('\r\n');
  return {
    sr: [flagOf(sr, 0xa493), flagOf(sr, 0xa496), sr.includes('Signed by Reader ada')],
    fhir: [
      ...new Set(
        bundle.entry.flatMap(({ resource }: { resource: { status?: string; resourceType: string } }) =>
          /Report|Observation/.test(resource.resourceType) ? [resource.status] : [],
        ),
      ),
    ],
    csv: line.split(',').slice(-4, -1),
  };
}

it('says in every form who stands behind a report', async () => {
  const at = readerOf(server, ada, report);
  const unverified = { sr: ['UNVERIFIED', 'PRELIMINARY', false], fhir: ['preliminary'] };
  const preliminary = '"PRELIMINARY - NOT VERIFIED"';
  expect(await said()).toEqual({ ...unverified, csv: [preliminary, '"1"', '""'] });
  await at.start();
  await at.change({ kind: 'reject', finding: 'nodule-1', reason: 'normal_structure' });
  await at.change({ kind: 'write', section: 'impression', text: 'A vessel, no nodule.' });
  expect(await said()).toEqual({ ...unverified, csv: [preliminary, '"1"', '""'] });
  expect((await exported('csv')).body).toContain('A vessel, no nodule.');
  await at.sign();
  const verified = ['VERIFIED', 'FINAL', true];
  expect(await said()).toEqual({ sr: verified, fhir: ['final'], csv: ['"VERIFIED"', '"1"', '"Reader ada"'] });
  expect((await exported('csv')).body).not.toContain('87.4');
  await at.amend();
  await at.change({ kind: 'write', section: 'impression', text: 'A vessel.' });
  await at.sign();
  expect(await said()).toEqual({
    sr: verified,
    fhir: ['amended'],
    csv: ['"VERIFIED - AMENDED"', '"2"', '"Reader ada"'],
  });
  await at.withdraw('wrong patient');
  expect(await said()).toMatchObject({
    sr: ['UNVERIFIED', 'PRELIMINARY', false],
    fhir: ['entered-in-error'],
  });
});
