/**
 * Makes the demo cases of /demo: three gallery mammograms read by the real engine, stored as static files.
 * Run again when the engine changes: `npm run build && npx tsx scripts/make-demo.ts`.
 *
 * The field `BIRADS` of all three is 3 by the specification (section 3, "Demo case"). No picture of the
 * gallery is read as category 3, so the engine's own category is kept beside it, and is what the screen
 * shows.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { documentOf } from '@second-read/analyses/stored-reading';
import type { ReportFinding } from '@second-read/core/report/document';
import sharp from 'sharp';
import { createCompute } from '../apps/server/src/platform/compute/create-compute.ts';

const root = resolve(import.meta.dirname, '..');
const samples = resolve(root, 'apps/web/public/samples/breast');
const pictures = resolve(root, 'apps/web/public/demo');
const casesFile = resolve(root, 'apps/web/src/features/demo/cases.json');

const specifiedCategory = 3;

const sources = [
  { id: 'demo-1', title: 'Case 1', file: 'cesm_p276_l_dm_cc.png' },
  { id: 'demo-2', title: 'Case 2', file: 'cesm_p150_l_dm_cc.png' },
  { id: 'demo-3', title: 'Case 3', file: 'cesm_p289_r_dm_cc.png' },
];

const fieldOfLabel: Readonly<Record<string, string>> = {
  Definition: 'definition',
  Density: 'density',
  Shape: 'shape',
  Measurement: 'measurement',
  'Mass Calcification': 'mass_calcification',
  'Axilla Type': 'axilla_type',
  'Calcification Type': 'calcification_type',
  'Breast Density': 'breast_density',
};

/** A finding in the specification's fields. */
function demoFinding(finding: ReportFinding): Record<string, string | number | null> {
  const details = finding.details.flatMap((detail) => {
    const field = fieldOfLabel[detail.label];
    return field === undefined ? [] : [[field, detail.value] as const];
  });
  return {
    type: finding.type,
    found: finding.found ? 1 : 0,
    confidence: finding.confidence,
    ...(finding.isAssessed === false && { assessed: 0 }),
    ...(finding.note !== undefined && { note: finding.note }),
    ...Object.fromEntries(details),
  };
}

async function savePicture(png: Uint8Array, name: string): Promise<string> {
  await sharp(png).webp({ lossless: true, effort: 6 }).toFile(resolve(pictures, name));
  return `/demo/${name}`;
}

async function makeCase(source: (typeof sources)[number]) {
  const outcome = await compute.read({ module: 'breast', path: resolve(samples, source.file) });
  if (outcome.status !== 'completed') throw new Error(`${source.file}: ${outcome.message}`);
  if (outcome.views.segmented === undefined) throw new Error(`${source.file}: no segmented picture`);
  const document = documentOf(outcome.reading, {
    reportId: source.id,
    patientId: null,
    createdAt: null,
    analysedBy: null,
  });
  return {
    id: source.id,
    title: source.title,
    input_img: await savePicture(outcome.views.original, `${source.id}-input.webp`),
    output_img: await savePicture(outcome.views.segmented, `${source.id}-segmented.webp`),
    width: outcome.study.width,
    height: outcome.study.height,
    BIRADS: specifiedCategory,
    engine_BIRADS: document.assessment?.category?.value ?? null,
    comment: [
      ...(document.diagnosis ? [document.diagnosis.text] : []),
      ...(document.assessment?.comments ?? []),
    ],
    report: document.findings.map(demoFinding),
  };
}

const threadFile = new URL('../apps/server/dist/compute-thread.js', import.meta.url);
const compute = createCompute({ threads: 1, threadFile });
try {
  await mkdir(pictures, { recursive: true });
  const cases = [];
  for (const source of sources) cases.push(await makeCase(source));
  await writeFile(casesFile, `${JSON.stringify({ cases }, null, 2)}\n`);
  console.log(`${cases.length} demo cases written`);
} finally {
  await compute.close();
}
