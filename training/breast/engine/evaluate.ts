/**
 * Runs the shipped engine over the training films, each with the models of its fold, for `evaluate.py`.
 * usage: evaluate.ts OUT.jsonl
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mask } from '@second-read/core/pixels/plane';
import { area, dice, ofClass } from '@second-read/core/pixels/regions/mask-logic';
import { analyseMammogram } from '../../../analyses/breast/engine/analyse.ts';
import type { Calibration } from '../../../analyses/breast/engine/calibration.ts';
import { prepareMammogram } from '../../../analyses/breast/engine/framing/prepare.ts';
import { breastReading } from '../../../analyses/breast/reading/schema.ts';
import { dataRoot, lineWriter, type Row, readTable } from '../../engine/tables.ts';
import { contextOfFold, readFilm, readGrey } from './films.ts';

const [out = 'evaluation.jsonl'] = process.argv.slice(2);
const checkpoints = join(import.meta.dirname, '../checkpoints');
const write = lineWriter(out);

let fold = '0';
const context = contextOfFold(() => fold);

for (const set of ['mias', 'ddsm_tissue'] as const) {
  for (const row of readTable(join(dataRoot, 'breast', set, 'labels.csv'))) {
    fold = row.fold ?? '0';
    write(await evaluate(set, row));
  }
}

async function evaluate(set: 'mias' | 'ddsm_tissue', row: Row) {
  const folder = join(dataRoot, 'breast', set);
  // Parsed edge: written by calibrate.py.
  const calibration = JSON.parse(
    readFileSync(join(checkpoints, `calibration-fold${fold}.json`), 'utf8'),
  ) as Calibration;
  const { scores, candidates, labels, reading } = await analyseMammogram(
    prepareMammogram(await readFilm(join(folder, row.file ?? ''))),
    context,
    calibration,
  );
  const { findings } = breastReading.parse(reading);
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
    dice: diceOf(set, labels, { ...truth, data: Uint8Array.from(truth.data) }),
  };
}

/** Findings lie in the breast: they count as breast, and as the gland that most of them stand in. */
function diceOf(set: string, labels: Mask, truth: Mask) {
  const overlap = (found: readonly number[], real: readonly number[]) => {
    const [a, b] = [ofClass(labels, ...found), ofClass(truth, ...real)];
    return area(a) + area(b) === 0 ? null : dice(a, b);
  };
  return set === 'mias'
    ? { breast: overlap([1, 2, 4, 5], [1]), pectoral: overlap([3, 6], [2]) }
    : {
        breast: overlap([1, 2, 4, 5], [1, 2]),
        pectoral: overlap([3, 6], [3]),
        gland: overlap([2, 4, 5], [2]),
      };
}
