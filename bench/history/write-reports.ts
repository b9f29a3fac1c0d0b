import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { patientColumns } from '../../apps/server/src/modules/patients/reseal.ts';
import { sealPatient } from '../../apps/server/src/modules/patients/sealed-patient.ts';
import { digestOf, periodOf, tokensToFind } from '../../apps/server/src/modules/patients/search-tokens.ts';
import type { KeyRing } from '../../apps/server/src/platform/crypto/key-ring.ts';

export interface Archive {
  readonly reports: number;
  readonly organisationId: string;
  /** Of the first nine tenths of every ten reports, of the tenth, and of one in two thousand. */
  readonly userIds: readonly [string, string, string];
  readonly keys: KeyRing;
}

const modules = [
  'lung',
  'lung',
  'lung',
  'breast',
  'lung',
  'breast',
  'lung',
  'brain-ct',
  'lung',
  'cervix',
] as const;
const years = 3;
const end = Date.UTC(2026, 10, 1);
const stepMs = (reports: number) => (years * 365 * 86_400_000) / reports;
/** As long as those of a stored head CT, and as hard to compress. */
const fields = {
  wire: filler(1_350),
  images: filler(210),
  study:
    '{"width": 512, "height": 512, "format": "png", "bitsStored": 8, "spacingMm": null, "patientId": null}',
  scores: filler(400),
  candidates: filler(240),
};

/** As long as those of reports; one in five says "nodule". */
const conclusions = [
  'No focal lesion identified in this image. Correlation with earlier exams and clinical history is advised.',
  'Solid nodule in the right upper lobe, 8 mm. CT follow-up after three months is advised.',
  'Mass in the upper outer quadrant of the left breast, 14 mm, spiculated. BI-RADS 4: biopsy is advised.',
  'No intracranial hemorrhage identified. No significant midline shift.',
  'Dense acetowhite area at the os, type 2 transformation zone. Colposcopy and biopsy are advised.',
];

/**
 * The reports of an archive, oldest first, as a file that COPY reads, sealed and searchable as the product
 * writes them.
 */
export async function writeReports(path: string, archive: Archive): Promise<void> {
  for (let at = 0; at < archive.reports; at += Math.ceil(archive.reports / 40)) expectSame(at, archive);
  await pipeline(Readable.from(lines(archive)), createWriteStream(path));
}

function* lines(archive: Archive): Generator<string> {
  let text = '';
  for (let at = 0; at < archive.reports; at += 1) {
    text += lineOf(at, archive);
    if (text.length < 1 << 20) continue;
    yield text;
    text = '';
  }
  yield text;
}

interface Report {
  readonly id: string;
  readonly uuid: string;
  readonly patientId: string;
  readonly organisationId: string;
  readonly userId: string;
  readonly module: string;
  readonly createdAt: Date;
}

function reportAt(at: number, { reports, organisationId, userIds }: Archive): Report {
  const module = modules[at % 10] ?? 'lung';
  const uuid = `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
  const userId = userIds[at % 2_000 === 0 ? 2 : at % 100 >= 90 ? 1 : 0];
  const createdAt = new Date(Math.round(end - (reports - at) * stepMs(reports)));
  return {
    id: `${module}-${uuid}`,
    uuid,
    patientId: patientAt(at, reports),
    organisationId,
    userId,
    module,
    createdAt,
  };
}

/** Older IDs of another form, as after a change of the hospital's system; one that is there once. */
function patientAt(at: number, reports: number): string {
  if (at === 0) return 'FIRST-EVER';
  const number = String((at * 7_919) % 10_000_000).padStart(7, '0');
  return at < reports * 0.3 ? `OLD/${number}` : `PAT-${number}`;
}

function lineOf(at: number, archive: Archive): string {
  const report = reportAt(at, archive);
  const [key] = archive.keys;
  const { patientId, patientKey } = sealPatient(
    report.patientId,
    { table: 'reports', id: report.id },
    archive.keys,
  );
  const { uuid, organisationId, userId, module, createdAt } = report;
  const digest = digestOf(report.patientId, organisationId, key);
  const tokens = `{${tokensAt(report, archive).join()}}`;
  const { wire, images, study, scores, candidates } = fields;
  const time = createdAt.toISOString();
  const sealed = [patientId, patientKey, digest, tokens];
  const conclusion = conclusions[at % conclusions.length];
  const columns = [
    report.id,
    uuid,
    organisationId,
    userId,
    module,
    ...sealed,
    wire,
    images,
    study,
    scores,
    candidates,
    conclusion,
  ];
  return `${[...columns, time, time].join('\t')}\n`;
}

/** By scope and module, then by part: the token of each period. */
const known = new Map<string, Map<string, readonly number[]>>();

/** `tokensOf`, with what was computed before: a million patients share their parts. */
function tokensAt(
  { patientId, organisationId, userId, module, createdAt }: Report,
  archive: Archive,
): number[] {
  const first = periodOf(new Date(end - archive.reports * stepMs(archive.reports)));
  const tokens = new Set<number>();
  const id = patientId.toLowerCase();
  for (const scopeId of [organisationId, userId]) {
    const parts = known.get(`${scopeId} ${module}`) ?? new Map<string, readonly number[]>();
    known.set(`${scopeId} ${module}`, parts);
    for (let length = 1; length <= 3; length += 1) {
      for (let at = 0; at + length <= id.length; at += 1) {
        const part = id.slice(at, at + length);
        const all = parts.get(part) ?? tokensIn(part, { scopeId, module }, first, archive.keys);
        parts.set(part, all);
        tokens.add(all[periodOf(createdAt) - first] ?? 0);
      }
    }
  }
  return [...Int32Array.from(tokens).sort()];
}

function tokensIn(
  part: string,
  scope: { scopeId: string; module: string },
  first: number,
  keys: KeyRing,
): number[] {
  const periods = Array.from({ length: periodOf(new Date(end)) - first + 1 }, (_, at) => first + at);
  return tokensToFind(part, scope, periods, keys[0]).map(([token = 0]) => token);
}

function expectSame(at: number, archive: Archive): void {
  const report = reportAt(at, archive);
  const { searchTokens } = patientColumns(report.patientId, report, archive.keys);
  const ours = tokensAt(report, archive);
  if (ours.join() !== searchTokens.join()) throw new Error(`report ${at} is not as the product writes it`);
}

function filler(length: number): string {
  let state = 7;
  const words = Array.from({ length: Math.floor(length / 9) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state.toString(36).padStart(7, '0').slice(0, 7);
  });
  return JSON.stringify({ report_text: [words.join(' ')] });
}
