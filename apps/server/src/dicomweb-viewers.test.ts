import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ctSlice,
  dicomReport,
  dicomWebOf,
  first,
  partsOf,
  root,
} from './modules/dicomweb/dicomweb.test-support.ts';
import { readExam } from './modules/reports/export/exam.test-support.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const viewer = 'https://viewer.clinic.example';
const count = 12;
const series = '/studies/1.2.3/series/1.2.3.4';
let server: TestServer;
let ada: { authorization: string };
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000', DICOMWEB_ORIGINS: viewer } });
  ada = await server.bearer('ada');
  const files = Array.from({ length: count }, (_, at) => ctSlice(at + 1));
  await readExam(server, ada, { path: 'lung_segmentation', slices: count, files });
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const ask = (path: string, headers: Record<string, string>, method: 'GET' | 'OPTIONS' = 'GET') =>
  server.app.inject({ method, url: path, headers });

describe('a page of another origin', () => {
  const preflight = { origin: viewer, 'access-control-request-method': 'GET' };

  it('reads DICOMweb, with a key and without cookies, where the operator names its origin', async () => {
    const before = await ask(`${root}/studies`, preflight, 'OPTIONS');
    expect(before.statusCode).toBe(204);
    expect(before.headers).toMatchObject({
      'access-control-allow-origin': viewer,
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'Accept, Authorization, If-None-Match',
    });
    const reply = await ask(`${root}/studies`, { ...ada, origin: viewer });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['access-control-allow-origin']).toBe(viewer);
    expect(String(reply.headers.vary)).toContain('Origin');
    expect(reply.headers).not.toHaveProperty('access-control-allow-credentials');
    // Errors can be read as well: a viewer shows the reason.
    const refused = await ask(`${root}/studies`, { origin: viewer });
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, viewer]);
  });

  it.each(['https://viewer.clinic.example.evil.example', 'http://viewer.clinic.example', 'null'])(
    'reads nothing from %s',
    async (origin) => {
      const before = await ask(`${root}/studies`, { ...preflight, origin }, 'OPTIONS');
      const reply = await ask(`${root}/studies`, { ...ada, origin });
      for (const { headers } of [before, reply])
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(before.statusCode).toBe(404);
    },
  );

  it('reads no other route', async () => {
    for (const path of ['/api/reports/', '/api/site/', '/api/dicom-web-not/', '/']) {
      const replies = [await ask(path, preflight, 'OPTIONS'), await ask(path, { ...ada, origin: viewer })];
      for (const { headers } of replies)
        expect([path, headers['access-control-allow-origin']]).toEqual([path, undefined]);
    }
  });

  it('reads nothing where the operator names none', async () => {
    const other = await startTestServer();
    const headers = { ...(await other.bearer('ada')), origin: viewer };
    const reply = await other.app.inject({ url: `${root}/studies`, headers });
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    expect(String(reply.headers.vary)).not.toContain('Origin');
    await other.close();
  });
});

describe('a series', () => {
  it('is sent slice by slice: no file is opened before the one before it was sent', async () => {
    const open = server.context.blobs.open.bind(server.context.blobs);
    let [now, most, all] = [0, 0, 0];
    vi.spyOn(server.context.blobs, 'open').mockImplementation(async (key) => {
      const blob = await open(key);
      if (!blob) return blob;
      all += 1;
      now += 1;
      most = Math.max(most, now);
      blob.stream.once('close', () => {
        now -= 1;
      });
      return blob;
    });
    const reply = await ask(`${root}${series}`, ada);
    expect(partsOf(reply.headers['content-type'], reply.rawPayload).length).toBe(count);
    expect([all, most]).toEqual([count, 1]);
    await expect.poll(() => now).toBe(0);
  });

  it.each(['', '/metadata', '/instances/1.2.3.4.3/frames/1', '/instances/1.2.3.4.3/rendered'])(
    'is not sent again to whoever has it: 304, and nothing is read for it (%s)',
    async (what) => {
      const kept = await ask(`${root}${series}${what}`, ada);
      const etag = String(kept.headers.etag);
      expect([kept.statusCode, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{43}"$/)]);
      const open = vi.spyOn(server.context.blobs, 'open');
      const again = await ask(`${root}${series}${what}`, { ...ada, 'if-none-match': `"other", ${etag}` });
      expect([again.statusCode, again.headers.etag, again.rawPayload.length]).toEqual([304, etag, 0]);
      expect(open).not.toHaveBeenCalled();
      const other = await ask(`${root}${series}${what}`, { ...ada, 'if-none-match': '"other"' });
      expect(other.statusCode).toBe(200);
      // Sign-in, scope and audit come first.
      const headers = { ...(await server.bearer('eve')), 'if-none-match': etag };
      expect((await ask(`${root}${series}${what}`, headers)).statusCode).toBe(404);
    },
  );
});

describe('the study list', () => {
  it('counts the series and instances of all reports of a study', async () => {
    const { json } = dicomWebOf(server, ada);
    for (const number of [1, 2]) await dicomReport(server, ada, ctSlice(number, {}, '1.2.9'));
    const all = await json('/studies/1.2.9/metadata');
    const [study] = await json('/studies?PatientID=0042&limit=1');
    expect({
      study: first(study, '0020000D'),
      series: first(study, '00201206'),
      instances: first(study, '00201208'),
      modalities: study?.['00080061']?.Value,
    }).toEqual({
      study: '1.2.9',
      series: new Set(all.map((each) => first(each, '0020000E'))).size,
      instances: all.length,
      modalities: ['CT', 'SR'],
    });
    // Two slices in one series, and a report of each.
    expect(all.length).toBe(4);
  });
});
