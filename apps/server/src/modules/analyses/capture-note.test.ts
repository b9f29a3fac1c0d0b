import { processReply } from '@second-read/contract/analyses';
import { reportReply } from '@second-read/contract/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let ada: { authorization: string };
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());

function send(capture: string, { apiPath = 'cervix-segmentation', key = '', image = 'picture' } = {}) {
  const upload = multipart([
    { name: 'patient_id', content: '0042' },
    { name: 'capture', content: capture },
    { name: 'image', content: image, fileName: 'a.jpg' },
  ]);
  const headers = { ...upload.headers, ...ada, ...(key && { 'idempotency-key': key }) };
  return server.app.inject({
    method: 'POST',
    url: `/api/${apiPath}/process/`,
    payload: upload.payload,
    headers,
  });
}
const note = { acid: 'after', seconds: 62, picture: 2, pictures: 3 };

describe('what is said of when a picture was taken', () => {
  it('is kept with the report, and in the list and the CSV of the history', async () => {
    const { id, study } = processReply.parse((await send(JSON.stringify(note))).json());
    expect(study.capture).toEqual(note);
    const get = async (path: string) =>
      server.app.inject({ url: `/api/cervix-segmentation/${path}`, headers: ada });
    expect(reportReply.parse((await get(`reports/${id}/`)).json()).study.capture).toEqual(note);
    expect((await get('my-reports/')).json().results[0].study.capture).toEqual(note);
    expect((await get(`reports/${id}/export/csv/`)).body).toContain('Picture 2 of 3, 62 s after acetic acid');
  });

  it.each([
    '',
    '{',
    '"after"',
    '{"acid":"during"}',
    '{"acid":"after","seconds":-1}',
    '{"acid":"after","note":"Jane Doe"}',
  ])('is refused where it is malformed: %s', async (capture) => {
    const reply = await send(capture);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
  });

  it('is refused by a module without a camera', async () => {
    const reply = await send(JSON.stringify(note), { apiPath: 'breast_segmentation' });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
  });

  it('is part of what a key stands for', async () => {
    const of = { key: 'key-of-a-photograph', image: 'another picture' };
    const first = (await send(JSON.stringify(note), of)).json();
    expect((await send(JSON.stringify(note), of)).json().id).toBe(first.id);
    expect((await send('{"acid":"before"}', of)).json().code).toBe('idempotency_conflict');
  });
});
