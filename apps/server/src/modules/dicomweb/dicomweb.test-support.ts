import { reportReply } from '@second-read/contract/reports';
import {
  type Attributes,
  greyAttributes,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { eq } from 'drizzle-orm';
import type { JsonDataset } from '../../platform/compute/dicom-web/dicom-json.ts';
import { reports } from '../../platform/database/schema.ts';
import { multipart } from '../../testing/multipart.ts';
import type { TestServer } from '../../testing/test-server.ts';

type Headers = { readonly authorization: string };
export const root = '/api/dicom-web';
export const ctClass = '1.2.840.10008.5.1.4.1.1.2';

/** A CT slice of 3 × 2 pixels with the identity that a scanner gives it. */
export function ctSlice(number: number, more: Attributes = {}, study = '1.2.3'): Uint8Array {
  const pixels = Array.from({ length: 6 }, (_, at) => 100 * number + at);
  const attributes: Attributes = {
    '0008,0016': ['UI', ctClass],
    '0008,0018': ['UI', `${study}.4.${number}`],
    '0008,0020': ['DA', '20260131'],
    '0008,0060': ['CS', 'CT'],
    '0010,0010': ['PN', 'Doe^Jane'],
    '0010,0020': ['LO', '0042'],
    '0020,000d': ['UI', study],
    '0020,000e': ['UI', `${study}.4`],
    '0020,0013': ['IS', String(number)],
    '0020,0032': ['DS', `0\\0\\${5 * number}`],
    '0020,0037': ['DS', '1\\0\\0\\0\\1\\0'],
    '0020,0052': ['UI', `${study}.9`],
    ...greyAttributes(3, 2, 16),
    ...more,
    '7fe0,0010': more['7fe0,0010'] ?? ['OW', wordBytes(pixels)],
  };
  return writeDicom(Object.fromEntries(Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** Sends one DICOM file; the report says that it was read as one. @returns the report's id */
export async function dicomReport(
  server: TestServer,
  by: Headers,
  file: Uint8Array,
  { patient = '0042', path = 'lung_segmentation' } = {},
): Promise<string> {
  const upload = multipart([
    { name: 'patient_id', content: patient },
    { name: 'patient_id_confirmed', content: '1' },
    { name: 'image', content: file, fileName: 'a.dcm' },
  ]);
  const headers = { ...upload.headers, ...by };
  const reply = await server.app.inject({
    ...{ method: 'POST', url: `/api/${path}/process/` },
    ...{ payload: upload.payload, headers },
  });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  const { id } = reportReply.parse(reply.json());
  const { db } = server.context;
  const [row] = await db.select({ study: reports.study }).from(reports).where(eq(reports.id, id));
  if (!row) throw new Error('the report is missing');
  await db
    .update(reports)
    .set({ study: { ...row.study, format: 'dicom' } })
    .where(eq(reports.id, id));
  return id;
}

export interface ReplyPart {
  readonly type: string;
  readonly body: Buffer;
}

/** The parts of `multipart/related`; fails where a boundary, a header or the end is not as RFC 2046 says. */
export function partsOf(contentType: unknown, payload: Buffer): ReplyPart[] {
  const boundary = /^multipart\/related; type="[\w/+-]+"; boundary=([\w-]+)$/.exec(String(contentType))?.[1];
  if (boundary === undefined) throw new Error(`not multipart: ${contentType}`);
  const parts: ReplyPart[] = [];
  for (let at = 0; ; ) {
    const open = `--${boundary}`;
    if (payload.subarray(at, at + open.length).toString() !== open) throw new Error('no boundary');
    at += open.length;
    const sign = payload.subarray(at, at + 2).toString();
    if (sign === '--') {
      if (payload.subarray(at).toString() !== '--\r\n') throw new Error('something behind the end');
      return parts;
    }
    const headEnd = payload.indexOf('\r\n\r\n', at);
    const [, type = ''] =
      /^\r\nContent-Type: ([^\r\n]+)$/.exec(payload.subarray(at, headEnd).toString()) ?? [];
    if (type === '') throw new Error('a part without its type');
    const end = payload.indexOf(`\r\n${open}`, headEnd + 4);
    if (end < 0) throw new Error('no end');
    parts.push({ type, body: payload.subarray(headEnd + 4, end) });
    at = end + 2;
  }
}

/** The DICOMweb of one account. */
export function dicomWebOf(server: TestServer, headers: Record<string, string>) {
  const get = (path: string, accept?: string) =>
    server.app.inject({ url: `${root}${path}`, headers: { ...headers, ...(accept && { accept }) } });
  return {
    get,
    json: async (path: string): Promise<JsonDataset[]> => {
      const reply = await get(path, 'application/dicom+json');
      if (reply.statusCode === 204) return [];
      if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`);
      return reply.json();
    },
    parts: async (path: string, accept?: string): Promise<ReplyPart[]> => {
      const reply = await get(path, accept);
      if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`);
      return partsOf(reply.headers['content-type'], reply.rawPayload);
    },
  };
}

export const first = (dataset: JsonDataset | undefined, tag: string) => dataset?.[tag]?.Value?.[0];
