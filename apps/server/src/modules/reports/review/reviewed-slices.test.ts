import { manifestOf } from '@second-read/analyses/manifests';
import { marksReply } from '@second-read/contract/marks';
import { examSlicesReply, reportReply } from '@second-read/contract/reports';
import { storedExam } from '@second-read/core/exam/stored-exam';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reports } from '../../../platform/database/schema.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readExam } from '../export/exam.test-support.ts';
import { paperOf } from '../export/paper-of.ts';
import { findReports } from '../reports.repository.ts';
import { readerOf } from './review.test-support.ts';

const [width, height] = [20, 10];
const box = { x: 2, y: 2, width: 3, height: 3 };
const [brain, bleeding] = [1, 3];
const isIn = (x: number, y: number) => x >= 2 && x < 5 && y >= 2 && y < 5;
/** The brain all over, a bleeding of 3 by 3 pixels in it. */
const labels = Array.from({ length: width * height }, (_, at) =>
  isIn(at % width, Math.floor(at / width)) ? bleeding : brain,
);
const square = [
  { x: 10, y: 5 },
  { x: 14, y: 5 },
  { x: 14, y: 7 },
  { x: 10, y: 7 },
];

/** The weaker one lies beside the bleeding. */
const candidates = [0.2, 0.75].map((score, at) => ({
  ...{ type: 'haemorrhage', score, x: at === 1 ? 2 : 12, y: 2, width: 3, height: 3 },
}));

/** A picture of one grey. */
const plain = (value: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: value, g: value, b: value } } })
    .png()
    .toBuffer();
let pictures = 0;

let server: TestServer;
let ada: { authorization: string };
let report: string;

beforeAll(async () => {
  const scripted = scriptedCompute();
  const png = await sharp(Uint8Array.from(labels), { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  const readForExam: typeof scripted.readForExam = async (...of) => {
    const read = await scripted.readForExam(...of);
    if (read.outcome.status !== 'read') return read;
    const outcome = { ...read.outcome, width, height, candidates };
    return { ...read, outcome, labels: png, original: await plain(pictures++) };
  };
  server = await startTestServer({ compute: { ...scripted, readForExam } });
  ada = await server.bearer('ada');
  report = await readExam(server, ada, { path: 'brain_ct', slices: 3 });
  await nameBleeding();
});
afterAll(() => server.close());

/** As an engine that found a bleeding on the first two slices would have left it. */
async function nameBleeding(): Promise<void> {
  const { db } = server.context;
  const [row] = await db.select().from(reports).where(eq(reports.id, report));
  const reading = storedExam.parse(row?.reading);
  const slices = [0, 1].map((slice) => ({ slice, file: `slice-000${slice + 1}`, box, score: 0.75 }));
  const findings = reading.findings.map((finding) =>
    finding.type === 'haemorrhage' ? { ...finding, found: true, volumeMl: 0.01, slices } : finding,
  );
  await db
    .update(reports)
    .set({ reading: { ...reading, findings } })
    .where(eq(reports.id, report));
}

const get = (url: string) => server.app.inject({ url, headers: ada });

async function pictureAt(link: string): Promise<Buffer> {
  const { pathname, search } = new URL(link, 'http://localhost');
  const reply = await get(pathname + search);
  expect(reply.statusCode).toBe(200);
  return reply.rawPayload;
}

/** How many pixels of a bleeding each slice shows, and where they begin. */
async function bleedings(which: 'label_map_url' | 'machine_label_map_url' = 'label_map_url', version = '') {
  const slices = examSlicesReply.parse((await get(`/api/reports/${report}/slices/${version}`)).json());
  return Promise.all(
    slices.map(async ({ [which]: url }) => {
      if (url === undefined) return null;
      const data = [
        ...(await sharp(await pictureAt(url))
          .toColourspace('b-w')
          .raw()
          .toBuffer()),
      ];
      return { pixels: data.filter((each) => each === bleeding).length, first: data.indexOf(bleeding) };
    }),
  );
}
const own = { pixels: 9, first: 2 * width + 2 };
const gone = { pixels: 0, first: -1 };

it('shows the slices of an exam as the review left them, and the machine’s where nothing changed', async () => {
  const at = readerOf(server, ada, report);
  await at.start();
  const { machine } = await at.now();
  const id = storedExam.parse(machine).findings.find(({ type }) => type === 'haemorrhage')?.id ?? '';
  expect(await bleedings()).toEqual([own, own, own]);

  const drawn = { kind: 'outline', finding: id, to: square, slice: 1 } as const;
  expect((await at.change(drawn)).statusCode).toBe(200);
  expect(await bleedings()).toEqual([own, { pixels: 8, first: 5 * width + 10 }, own]);
  expect(await bleedings('machine_label_map_url')).toEqual([null, own, null]);

  expect((await at.change({ kind: 'reject', finding: id, reason: 'artefact' })).statusCode).toBe(200);
  // On the third slice the report names no bleeding: nobody rejected it there.
  expect(await bleedings()).toEqual([gone, gone, own]);
  await at.sign();
  expect(await bleedings()).toEqual([gone, gone, own]);

  // An amendment that accepts it again leaves the version before as it was signed.
  await at.amend();
  expect((await at.change({ kind: 'accept', finding: id })).statusCode).toBe(200);
  await at.sign();
  expect(await bleedings()).toEqual([own, { pixels: 8, first: 5 * width + 10 }, own]);
  expect(await bleedings('label_map_url', '?version=1')).toEqual([gone, gone, own]);
  const read = async (version: string) =>
    reportReply.parse((await get(`/api/reports/${report}/${version}`)).json());
  const [now, before] = [await read(''), await read('?version=1')];
  expect(now).toMatchObject({ review: { state: 'amended', version: 2 } });
  expect(before).toMatchObject({ review: { state: 'signed', version: 1, replaced_by: 2 } });
  expect(before.conclusion).toContain('No intracranial hemorrhage');
  expect(now.conclusion).toContain('Suspected acute intracranial hemorrhage');
  expect((await get(`/api/reports/${report}/?version=3`)).statusCode).toBe(404);
});

it('shows first the slice of what is found once the reader decided, on paper too', async () => {
  const other = await readExam(server, ada, { path: 'brain_ct', slices: 3 });
  const at = readerOf(server, ada, other);
  await at.start();
  const finding = { id: 'haemorrhage-9', type: 'haemorrhage', side: 'right', slice: 2 } as const;
  expect((await at.change({ kind: 'add', finding })).statusCode).toBe(200);
  const shown = reportReply.parse((await get(`/api/reports/${other}/`)).json());
  expect(shown.exam?.reading.keySlices[0]).toMatchObject({ slice: 2 });
  const { original = '' } = manifestOf('brain-ct').imageFields;
  const slices = examSlicesReply.parse((await get(`/api/reports/${other}/slices/`)).json());
  const own = await Promise.all(slices.map(({ original_url: url }) => pictureAt(url)));
  expect(await pictureAt(String(shown[original]))).toEqual(own[2]);
  expect(await pictureAt(shown.machine_images?.[original] ?? '')).not.toEqual(own[2]);
  const [stored] = await findReports(server.context, [other]);
  const by = { userId: '', organisationId: stored?.report.organisationId ?? '' };
  const paper = stored && (await paperOf(stored, by, server.context));
  expect(paper?.images.original).toEqual(own[2]);
});

it('has the marks of each slice above and below the operating point, and notes on which one they were looked at', async () => {
  const marksOn = async (slice: number) => {
    const { marks, own } = marksReply.parse(
      (await get(`/api/reports/${report}/marks/?slice=${slice}`)).json(),
    );
    return [own, marks.map(({ score, is_named }) => [score, is_named])];
  };
  const both = (isNamed: boolean) => [
    [0.75, isNamed],
    [0.2, false],
  ];
  expect(await marksOn(0)).toEqual([1, both(true)]);
  // Whatever a reader rejected: this is what the machine's report names.
  expect(await marksOn(2)).toEqual([0, both(false)]);
  expect(await marksOn(3)).toEqual([0, []]);
  const url = `/api/reports/${report}/marks/shown/`;
  const noted = await server.app.inject({
    ...{ method: 'POST', url, headers: ada },
    payload: { shown: 2, slice: 0 },
  });
  expect(noted.statusCode).toBe(204);
  const { rows } = await server.context.pool.query(
    "SELECT details FROM audit_events WHERE action = 'report.marks_shown' AND subject_id = $1",
    [report],
  );
  expect(rows).toEqual([{ details: { shown: 2, own: 1, slice: 0 } }]);
});
