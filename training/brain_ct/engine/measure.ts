/**
 * Measures the geometry of the engine against known changes of real slices, for which no labels exist:
 * `measure.ts CACHE DATASET CHECKPOINTS SEEDS OUT`, with the midline
 * network that never saw the patient. Shifts: the brain is pushed sideways by a smooth field that leaves the
 * skull alone, all of it alike, and again from one side. Ventricles: widened likewise.
 */
import { writeFileSync } from 'node:fs';
import { type CsfSpaces, findCsf } from '../../../analyses/brain-ct/engine/measure/ventricles.ts';
import { findMidline, type Midline } from '../../../analyses/brain-ct/engine/midline/midline.ts';
import { densityOf } from '../../../analyses/brain-ct/engine/window/density.ts';
import { area } from '../../../core/src/pixels/regions/mask-logic.ts';
import { measureEvans, measureOneSided, measureShift } from './deformed.ts';
import { geometryOf, nothingYet } from './geometry-result.ts';
import { generator, preparedSlices, type Slice, side } from './geometry-slices.ts';

const [cache = '', dataset = '', checkpoints = '', seeds = '', out = ''] = process.argv.slice(2);
const gathered = nothingYet();

/** From where brain is shown, and enough of it. */
function showsBrain({ bleeding, position, inside }: Slice): boolean {
  return !bleeding && position >= 0.35 && area(inside) >= 0.3 * side * side;
}

function showsVentricles({ inside, position }: Slice, { centralFraction }: CsfSpaces): boolean {
  const isCentral = position > 0.42 && position < 0.75 && area(inside) > 0.36 * side * side;
  return isCentral && centralFraction > 0.008 && centralFraction < 0.1;
}

/** One change of each kind. */
async function changed(
  slice: Slice,
  { midline, csf }: { midline: Midline; csf: CsfSpaces },
  seed: number,
): Promise<void> {
  const random = generator(seed);
  gathered.shifts.push(await measureShift(slice, midline, random));
  if (csf.evansIndex !== undefined) {
    const pair = await measureEvans(slice, { midline, evansIndex: csf.evansIndex }, random);
    if (pair !== undefined) gathered.evans.push(pair);
  }
  gathered.oneSided.push(await measureOneSided(slice, midline, generator(seed + 500_000)));
}

async function read(slice: Slice, row: number): Promise<void> {
  const hu = densityOf(slice.grey, slice.inside, 'relative');
  const midline = await findMidline(hu, slice.inside, slice.infer);
  if (midline === undefined) return;
  const csf = findCsf(hu, slice.inside, midline);
  gathered.sulcal.push(csf.sulcalShare.both);
  if (!showsVentricles(slice, csf)) return;
  gathered.central.push(csf.centralFraction);
  gathered.resting.push(midline.shift);
  gathered.slices++;
  for (let seed = 1; seed <= Number(seeds); seed++) await changed(slice, { midline, csf }, seed * 1000 + row);
}

/** Of the slices. */
const everyThird = 3;
for (const { row, slice } of preparedSlices({ cache, dataset, checkpoints }, everyThird)) {
  if (showsBrain(slice)) await read(slice, row);
}
const result = geometryOf(gathered, Number(seeds));
writeFileSync(out, `${JSON.stringify({ geometry: result }, null, 2)}\n`);
