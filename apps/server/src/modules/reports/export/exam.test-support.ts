import { batchReply } from '@second-read/contract/batches';
import { multipart } from '../../../testing/multipart.ts';
import type { TestServer } from '../../../testing/test-server.ts';

interface Sent {
  readonly slices: number;
  readonly files?: readonly Uint8Array[];
  readonly exam?: object;
}

/** Sends an exam, slice by slice (`files`, else texts), and waits for its report. @returns the report's id */
export async function readExam(
  { app }: TestServer,
  headers: { authorization: string },
  { path, slices, files, ...stated }: Sent & { path: string },
): Promise<string> {
  const payload = { patient_id: '0042', slices, kind: 'exam', ...stated };
  const url = `/api/${path}/batches/`;
  const { id } = batchReply.parse((await app.inject({ method: 'POST', url, payload, headers })).json());
  for (let slice = 1; slice <= slices; slice++) {
    const content = files?.[slice - 1] ?? `slice ${slice}`;
    const sent = multipart([{ name: 'image', content, fileName: 'slice.dcm' }]);
    const to = `${url}${id}/slices/${slice}/`;
    await app.inject({ method: 'POST', url: to, ...sent, headers: { ...sent.headers, ...headers } });
  }
  for (;;) {
    const reply = await app.inject({ url: `/api/batches/${id}/`, headers });
    const { report_id } = batchReply.parse(reply.json());
    if (report_id !== null) return report_id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
