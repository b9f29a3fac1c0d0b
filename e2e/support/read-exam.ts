import { setTimeout as sleep } from 'node:timers/promises';
import { batchReply } from '@second-read/contract/batches';

/** As the screen sends them. */
const abreast = 3;
const pollMs = 1_000;

/** Sends the slices of a chest exam to a server and waits for its report. @returns the report's id */
export async function readExam(
  slices: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  { address, authorization }: { readonly address: string; readonly authorization: string },
): Promise<string> {
  const call = async (path: string, init: RequestInit = {}) => {
    const reply = await fetch(`${address}${path}`, {
      ...init,
      headers: { authorization, ...init.headers },
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const { id } = batchReply.parse(
    await call('/api/lung_segmentation/batches/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ patient_id: 'SERIES-7', slices: slices.length, kind: 'exam' }),
    }),
  );
  const queue = slices.entries();
  const send = async () => {
    for (const [index, { name, bytes }] of queue) {
      const body = new FormData();
      body.set('image', new Blob([bytes.slice()]), name);
      await call(`/api/lung_segmentation/batches/${id}/slices/${index + 1}/`, { method: 'POST', body });
    }
  };
  await Promise.all(Array.from({ length: abreast }, send));
  for (;;) {
    const { report_id, state, message } = batchReply.parse(await call(`/api/batches/${id}/`));
    if (report_id !== null) return report_id;
    if (state === 'completed' || state === 'stopped') throw new Error(`no report: ${message}`);
    await sleep(pollMs);
  }
}
