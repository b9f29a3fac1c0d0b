/**
 * Runs the shipped engine over the training films, each with the models of its fold, for `evaluate.py`.
 * usage: npx tsx training/breast/engine/evaluate.ts OUT.jsonl
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyseMammogram } from '../../../analyses/breast/engine/analyse.ts';
import type { Calibration } from '../../../analyses/breast/engine/calibration.ts';
import { prepareMammogram } from '../../../analyses/breast/engine/framing/prepare.ts';
import { breastReading } from '../../../analyses/breast/reading/schema.ts';
import { dataRoot, makeContext, type Row, readGrey, readStudy, readTable } from './films.ts';

const [out = 'evaluation.jsonl'] = process.argv.slice(2);
const models = join(import.meta.dirname, '../../../analyses');
const checkpoints = join(import.meta.dirname, '../checkpoints');

let fold = '0';
const context = makeContext((model) => {
  const [folder = '', file = ''] = model.split('/');
  const shipped = join(models, folder, 'model', `${file}.onnx`);
  return model === 'breast/breast' ? join(checkpoints, `breast-fold${fold}.onnx`) : shipped;
});

writeFileSync(out, '');
for (const set of ['mias', 'ddsm_tissue'] as const) {
  for (const row of readTable(join(dataRoot, 'breast', set, 'labels.csv'))) {
    fold = row.fold ?? '0';
    appendFileSync(out, `${JSON.stringify(await evaluate(set, row))}\n`);
  }
}

async function evaluate(set: 'mias' | 'ddsm_tissue', row: Row) {
  const folder = join(dataRoot, 'breast', set);
  // Parsed edge: written by calibrate.py.
  const calibration = JSON.parse(
    readFileSync(join(checkpoints, `calibration-fold${fold}.json`), 'utf8'),
  ) as Calibration;
  const study = await readStudy(join(folder, row.file ?? ''));
  const start = performance.now();
  const { scores, candidates, labels, reading } = await analyseMammogram(
    prepareMammogram(study),
    context,
    calibration,
  );
  const { findings } = breastReading.parse(reading);
  const milliseconds = performance.now() - start;
  const truth = await readGrey(join(folder, row[set === 'mias' ? 'tissue_pseudo' : 'mask'] ?? ''));
  return {
    set,
    file: row.file,
    fold: Number(fold),
    scores,
    candidates,
    // Of several of a type the first, which is the likeliest.
    found: Object.fromEntries(
      findings
        .toReversed()
        .map(({ type, state, certainty }) => [type, { found: state === 'found', confidence: certainty }]),
    ),
    dice: diceOf(set, labels.data, truth.data),
    milliseconds: Math.round(milliseconds),
  };
}

/** Findings lie in the breast: they count as breast, and as the gland that most of them stand in. */
function diceOf(set: string, labels: Uint8Array, truth: Uint8Array) {
  const isBreast = (label: number) => label === 1 || label === 2 || label === 4 || label === 5;
  const dice = {
    breast: overlap(labels, truth, isBreast, (value) => value === 1 || (set !== 'mias' && value === 2)),
    pectoral: overlap(
      labels,
      truth,
      (label) => label === 3 || label === 6,
      (value) => value === (set === 'mias' ? 2 : 3),
    ),
  };
  if (set === 'mias') return dice;
  const gland = overlap(
    labels,
    truth,
    (label) => label === 2 || label === 4 || label === 5,
    (value) => value === 2,
  );
  return { ...dice, gland };
}

function overlap(
  labels: Uint8Array,
  truth: Uint8Array,
  isFound: (label: number) => boolean,
  isTrue: (value: number) => boolean,
): number | null {
  let both = 0;
  let sum = 0;
  for (let i = 0; i < truth.length; i++) {
    const found = isFound(labels[i] ?? 0);
    const real = isTrue(truth[i] ?? 0);
    if (found && real) both++;
    sum += Number(found) + Number(real);
  }
  return sum === 0 ? null : (2 * both) / sum;
}
