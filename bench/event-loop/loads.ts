import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { reportReply } from '../../apps/contract/src/reports.ts';
import { reviewReply } from '../../apps/contract/src/reviews.ts';
import { dicomCase, encapsulatedCase } from '../../apps/server/src/testing/hostile/dicom-cases.ts';
import { seeded } from '../../apps/server/src/testing/hostile/random.ts';
import { jpegCase, pngCase } from '../../apps/server/src/testing/hostile/raster-cases.ts';
import { tiffCase } from '../../apps/server/src/testing/hostile/tiff-cases.ts';
import type { Served } from '../served.ts';

/** A caller with one account. */
export interface Caller {
  readonly address: string;
  readonly authorization: string;
}

const module = '/api/lung_segmentation';
const sample = new URL('../../apps/web/public/samples/lung/ct_a0002_13_lung_window.png', import.meta.url);
const side = 10_000;

async function call({ address, authorization }: Caller, path: string, init: RequestInit = {}) {
  return fetch(`${address}${path}`, { ...init, headers: { authorization, ...init.headers } });
}

function upload(caller: Caller, bytes: Uint8Array): Promise<Response> {
  const body = new FormData();
  body.set('patient_id', `LOAD-${randomUUID()}`);
  body.set('image', new Blob([bytes.slice()]), 'a');
  return call(caller, `${module}/process/`, { method: 'POST', body });
}

/** What is stopped at its deadline, or refused as too much at once, is no failure under such a load. */
function requireExpected({ ok, status, url }: Response): void {
  if (!ok && status !== 429 && status !== 504) throw new Error(`${url}: ${status}`);
}

export async function newReport(caller: Caller): Promise<string> {
  for (;;) {
    const reply = await upload(caller, await readFile(sample));
    if (reply.ok) return reportReply.parse(await reply.json()).id;
    requireExpected(reply);
  }
}

/** Files of mutated structure, one after the other. @returns how many */
export async function sendHostile(caller: Caller, isOver: () => boolean): Promise<number> {
  const kinds = [dicomCase, encapsulatedCase, jpegCase, pngCase, tiffCase] as const;
  let sent = 0;
  for (; !isOver(); sent += 1) {
    const make = kinds[sent % kinds.length] ?? dicomCase;
    const reply = await upload(caller, await make(seeded(sent)));
    await reply.arrayBuffer();
  }
  return sent;
}

/** Pictures of 100 megapixels in place of those that the engine gave. */
export async function enlargePictures(id: string, { context }: Pick<Served, 'context'>): Promise<void> {
  const { rows } = await context.pool.query('SELECT images, study FROM reports WHERE id = $1', [id]);
  const png = (channels: 1 | 3) =>
    sharp(Buffer.alloc(side * side * channels, channels === 1 ? 0 : 128), {
      raw: { width: side, height: side, channels },
      limitInputPixels: false,
    })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .png({ compressionLevel: 1 })
      .toBuffer();
  const [grey, colour] = [await png(1), await png(3)];
  for (const [role, key] of Object.entries<string>(rows[0].images))
    await context.blobs.put(key, role === 'segmented' || role === 'overlay' ? colour : grey);
  const study = { ...rows[0].study, width: side, height: side };
  await context.pool.query('UPDATE reports SET study = $2 WHERE id = $1', [id, study]);
}

/** Exports one form after the other, read to the end. @returns how many */
export async function exportAll(caller: Caller, id: string, isOver: () => boolean): Promise<number> {
  const forms = ['dicom-sc', 'dicom-picture', 'dicom-sr', 'fhir'];
  let written = 0;
  for (; !isOver(); written += 1) {
    const reply = await call(caller, `${module}/reports/${id}/export/${forms[written % forms.length]}/`);
    for await (const _ of reply.body ?? []);
    requireExpected(reply);
  }
  return written;
}

/** As ragged as one can be drawn: no vertex can be left out. */
function star(seed: number) {
  return Array.from({ length: 2_000 }, (_, at) => {
    const [angle, radius] = [(at / 2_000) * 2 * Math.PI, at % 2 === 0 ? 30 + ((at * 7 + seed) % 9) : 4];
    const along = (turn: number) => Math.round((50 + radius * turn) * 10_000) / 10_000;
    return { x: along(Math.cos(angle)), y: along(Math.sin(angle)) };
  });
}

/** 19 outlines of 2,000 vertices on a new report, then the lists that show it. @returns how many calls */
export async function reviewAll(caller: Caller, isOver: () => boolean): Promise<number> {
  let reviewed = 0;
  for (; !isOver(); reviewed += 1) {
    const base = `/api/reports/${await newReport(caller)}/reviews/`;
    const { etag } = reviewReply.parse(await (await call(caller, base, { method: 'POST' })).json());
    const changes = Array.from({ length: 19 }, (_, at) => ({
      ...{ id: randomUUID(), kind: 'add' },
      finding: { id: `nodule-${at + 40}`, type: 'nodule', outline: star(at) },
    }));
    const headers = { 'content-type': 'application/json', 'if-match': `"${etag}"` };
    const body = JSON.stringify({ changes });
    const reply = await call(caller, `${base}current/`, { method: 'PATCH', headers, body });
    if (!reply.ok) throw new Error(`review: ${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
    await (await call(caller, '/api/worklist/')).arrayBuffer();
  }
  return reviewed;
}
