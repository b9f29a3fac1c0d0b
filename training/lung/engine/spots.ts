/**
 * Spots of whole slices as the engine finds them: `npx tsx training/lung/engine/spots.ts SET OUT`. SET holds
 * labels.csv, the file in its first column. Writes OUT.jsonl, a line per slice ({file, spots}), and OUT.bin,
 * the 64 x 64 float32 patch of each spot in the order of the lines. A spot is peak, mean, logarithm of the
 * area, step, box (x0, y0, x1, y1 in the picture's pixels), and the share of it in an opacity.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type PlacedSpot, spotsAtLungs } from '../../../analyses/lung/engine/nodules/nodules.ts';
import { factsOf } from '../../../analyses/lung/engine/nodules/spot-probability.ts';
import { searchedIn } from '../../../analyses/lung/engine/read-slice.ts';
import { seeSlice } from '../../../analyses/lung/engine/see-slice.ts';
import { context } from '../../../analyses/study.test-support.ts';
import { readStudy } from '../../engine/read-study.ts';

const [set = '', out = ''] = process.argv.slice(2);

async function spotsOf(file: string): Promise<{ spots: readonly PlacedSpot[]; scale: number }> {
  const study = await readStudy(`${set}/${file}`);
  const seen = await seeSlice(study, context);
  if (typeof seen === 'string') return { spots: [], scale: 1 };
  return { spots: await spotsAtLungs(searchedIn(study, seen), context), scale: seen.working.scale };
}

function told(spot: PlacedSpot, scale: number): number[] {
  const { x, y, width, height } = spot.box;
  const box = [x, y, x + width, y + height].map((edge) => edge * scale);
  return [...factsOf(spot), ...box, spot.opaqueShare];
}

const lines = openSync(`${out}.jsonl`, 'w');
const patches = openSync(`${out}.bin`, 'w');
const rows = readFileSync(`${set}/labels.csv`, 'utf8').trim().split('\n').slice(1);
for (const [n, row] of rows.entries()) {
  const file = row.split(',')[0] ?? '';
  const { spots, scale } = await spotsOf(file);
  writeSync(lines, `${JSON.stringify({ file, spots: spots.map((spot) => told(spot, scale)) })}\n`);
  for (const { patch } of spots) writeSync(patches, Float32Array.from(patch.data));
  if (n % 100 === 99) console.log(n + 1, 'of', rows.length);
}
closeSync(lines);
closeSync(patches);
