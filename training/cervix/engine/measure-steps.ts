/**
 * What photographs of each step of the examination look like to the engine, for `steps.py`.
 * usage: measure-steps.ts SOURCES OUT.jsonl
 * SOURCES holds cervix/iarc_steps (before acetic acid and after iodine); the other sets are those of the
 * data folder. One line per image: set, case, fold, step, the numbers of `appearance.ts` of the whole
 * picture and of the cervix alone, and the probability of a lesion after acetic acid.
 */
import { join } from 'node:path';
import { readPhotograph as readEngine } from '../../../analyses/cervix/engine/analyse.ts';
import { lesionProbability, readingConstants } from '../../../analyses/cervix/engine/findings/reading.ts';
import { prepare } from '../../../analyses/cervix/engine/photograph/prepare.ts';
import { context } from '../../../analyses/study.test-support.ts';
import { dataRoot, lineWriter, type Row, readTable } from '../../engine/tables.ts';
import { readPhotograph } from './pictures.ts';

const [sources = '', out = 'steps.jsonl'] = process.argv.slice(2);

/** Sets with the step of each row; null leaves it out. */
const sets: readonly { readonly folder: string; readonly stepOf: (row: Row) => string | null }[] = [
  { folder: join(sources, 'cervix/iarc_steps'), stepOf: ({ stain = '' }) => stepOfStain(stain) },
  { folder: join(dataRoot, 'cervix/via'), stepOf: () => 'after' },
  { folder: join(dataRoot, 'cervix/annocerv'), stepOf: () => 'after' },
  { folder: join(dataRoot, 'cervix/puskesmas'), stepOf: () => 'after' },
  {
    folder: join(dataRoot, 'cervix/atlas'),
    stepOf: ({ view }) => ({ aceto: 'after', lugol: 'iodine', aceto_green: 'green' })[view ?? ''] ?? null,
  },
];

const write = lineWriter(out);
for (const { folder, stepOf } of sets) {
  for (const row of readTable(join(folder, 'labels.csv'))) {
    const step = stepOf(row);
    if (step === null) continue;
    const working = prepare(await readPhotograph(join(folder, row.file ?? ''))).working;
    const { appearance, closeAppearance, measures } = await readEngine(working, context);
    const { file, case: woman, fold } = row;
    write({
      ...{ set: folder.split('/').at(-1), file, case: woman, fold, step },
      ...{ appearance: rounded(appearance), close: rounded(closeAppearance) },
      presence: lesionProbability(readingConstants, measures),
    });
  }
}

function rounded(values: Float32Array): number[] {
  return [...values].map((value) => Math.round(value * 1e4) / 1e4);
}

function stepOfStain(stain: string): string {
  if (stain.startsWith('Before')) return 'before';
  return stain.includes('Lugol') ? 'iodine' : 'after';
}
