import { reportReply } from '@second-read/contract/reports';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../platform/free-port.ts';
import { analysisUpload } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const patientId = 'SECRET-PATIENT-7';
const lines: string[] = [];
let server: TestServer;

beforeAll(async () => {
  const environment = {
    // Nobody listens there.
    PACS_DICOMWEB_URL: `http://127.0.0.1:${await freePort()}/dicom-web`,
    PACS_ORGANISATION: 'Clinic',
    PACS_USER: 'reader',
    PACS_PASSWORD: 'secret-password',
    PACS_RETRY_SECONDS: '1',
  };
  server = await startTestServer({ environment, logTo: (line) => lines.push(line) });
});
afterAll(() => server.close());

it('is one line per attempt with reason, form and attempt number, without patient, address or stack', async () => {
  const ada = await server.bearer('ada');
  const upload = analysisUpload('picture', patientId);
  const url = '/api/breast_segmentation/process/';
  const reply = await server.app.inject({
    method: 'POST',
    url,
    ...upload,
    headers: { ...upload.headers, ...ada },
  });
  const { id } = reportReply.parse(reply.json());
  lines.length = 0;
  await server.app.inject({
    method: 'POST',
    url: `/api/breast_segmentation/reports/${id}/pacs/`,
    payload: { forms: ['dicom-sr'] },
    headers: ada,
  });
  const pushLines = () => lines.filter((line) => !line.includes('"msg":"request"'));
  await vi.waitFor(() => expect(pushLines().length).toBeGreaterThan(1), 60_000);
  const [first, second] = pushLines();
  for (const [index, line] of [first, second].entries()) {
    const entry = JSON.parse(line ?? '');
    expect(entry).toMatchObject({
      level: 40,
      msg: 'a result was not sent to the PACS',
      report: id,
      form: 'dicom-sr',
      reason: 'unreachable',
      tries: index + 1,
      final: false,
    });
    expect(Object.keys(entry)).not.toContain('err');
  }
  const all = lines.join('\n');
  for (const secret of [patientId, 'secret-password', '127.0.0.1:', 'dicom-web', '    at '])
    expect(all).not.toContain(secret);
});
