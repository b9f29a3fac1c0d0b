/**
 * What photographs of each step of the examination look like to the engine, for `steps.py`.
 * usage: npx tsx training/cervix/engine/measure-steps.ts SOURCES OUT.jsonl
 * SOURCES holds cervix/iarc_steps (before acetic acid and after iodine); the other sets are those of the
 * data folder. One line per image: set, case, fold, step and the numbers of `appearance.ts`.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { luminance } from '@second-read/core/pixels/color/luminance';
import sharp from 'sharp';
import { appearanceOf } from '../../../analyses/cervix/engine/appearance.ts';
import { canvasOf } from '../../../analyses/cervix/engine/photograph/canvas.ts';
import { prepare } from '../../../analyses/cervix/engine/photograph/prepare.ts';
import { dataRoot, type Row, readTable } from '../../breast/engine/films.ts';
import { contextOf } from './pictures.ts';

const [sources = '', out = 'steps.jsonl'] = process.argv.slice(2);
const context = contextOf(() => '0');

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

writeFileSync(out, '');
for (const { folder, stepOf } of sets) {
  for (const row of readTable(join(folder, 'labels.csv'))) {
    const step = stepOf(row);
    if (step === null) continue;
    const working = prepare(await photographOf(join(folder, row.file ?? ''))).working;
    const appearance = await appearanceOf(canvasOf(working), context);
    const { file, case: woman, fold } = row;
    const numbers = [...appearance].map((value) => Math.round(value * 1e4) / 1e4);
    appendFileSync(
      out,
      `${JSON.stringify({ set: folder.split('/').at(-1), file, case: woman, fold, step, appearance: numbers })}\n`,
    );
  }
}

function stepOfStain(stain: string): string {
  if (stain.startsWith('Before')) return 'before';
  return stain.includes('Lugol') ? 'iodine' : 'after';
}

async function photographOf(path: string) {
  const source = sharp(path).toColourspace('srgb').removeAlpha();
  const { data, info } = await source.raw().toBuffer({ resolveWithObject: true });
  const colour = { width: info.width, height: info.height, data: new Uint8Array(data) };
  return {
    width: info.width,
    height: info.height,
    grey: luminance(colour),
    colour,
    quantity: 'relative' as const,
    bitsStored: 8,
    source: { format: 'jpeg' as const, frames: 1, frame: 0 },
  };
}
