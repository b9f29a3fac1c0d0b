/**
 * How well the engine tells what the grey values of an 8-bit picture stand for: `npx tsx
 * training/lung/engine/windows.ts SET [EVERY [WINDOW]]`. SET holds labels.csv and DICOM files with Hounsfield
 * units; every EVERY-th is shown in each window and read as a picture. A line per window: how many are
 * estimated, the largest error of black and white (median, 9 in 10), the error that is stated, how often it
 * is at most twice that, on how many the lungs are said to be black, where a mass and where anything is
 * named, and the lungs against those of the same slice in Hounsfield units: Dice where these take 2 % of the
 * picture or more, else how much of it is outlined.
 */
import { readFileSync } from 'node:fs';
import { lungsAreClipped } from '../../../analyses/lung/engine/lungs/clipped.ts';
import { greyScaleOf } from '../../../analyses/lung/engine/lungs/grey-scale.ts';
import { massesAtLungs } from '../../../analyses/lung/engine/nodules/masses.ts';
import { findNodules } from '../../../analyses/lung/engine/nodules/nodules.ts';
import { isReported } from '../../../analyses/lung/engine/operating-point.ts';
import { searchedIn } from '../../../analyses/lung/engine/read-slice.ts';
import { seeSlice } from '../../../analyses/lung/engine/see-slice.ts';
import { context, greyStudy } from '../../../analyses/study.test-support.ts';
import type { Study } from '../../../core/src/decode/study.ts';
import { applyWindow } from '../../../core/src/pixels/color/apply-window.ts';
import { type Mask, mask } from '../../../core/src/pixels/plane.ts';
import { area, dice, union } from '../../../core/src/pixels/regions/mask-logic.ts';
import { readStudy } from '../../engine/read-study.ts';
import { windows } from '../../engine/windows.ts';

const [set = '', every = '1', only] = process.argv.slice(2);

const rows = readFileSync(`${set}/labels.csv`, 'utf8').trim().split(/\r?\n/).slice(1);
const files = rows.flatMap((row, n) => (n % Number(every) === 0 ? [row.split(',')[0] ?? ''] : []));
/** Of the picture. */
const minLungs = 0.02;
const meanOf = (values: number[]) =>
  Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4));
const none = mask(1, 1);
async function lungsOf(study: Study): Promise<Mask> {
  const seen = await seeSlice(study, context);
  return typeof seen === 'string' ? none : union(seen.lungs.left, seen.lungs.right);
}
const rankOf = (values: number[], share: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN);

for (const [name, { min, max }] of Object.entries(windows).filter(
  ([name]) => only === undefined || name === only,
)) {
  const off: { error: number; said: number }[] = [];
  let [read, black] = [0, 0];
  const named: string[] = [];
  const any: string[] = [];
  const [alike, falsely]: [number[], number[]] = [[], []];
  for (const file of files) {
    const known = await readStudy(`${set}/${file}`);
    const { grey, spacing } = known;
    const shown = applyWindow(grey, { min, max });
    const study = greyStudy({ ...shown, data: Float32Array.from(shown.data) }, spacing ? { spacing } : {});
    const seen = await seeSlice(study, context);
    if (typeof seen === 'string') continue;
    read++;
    const lungs = union(seen.lungs.left, seen.lungs.right);
    const inUnits = await lungsOf(known);
    if (area(inUnits) >= minLungs * lungs.data.length) alike.push(dice(lungs, inUnits));
    else falsely.push(area(lungs) / lungs.data.length);
    if (lungsAreClipped(seen.working.plane, lungs)) black++;
    const searched = searchedIn(study, seen);
    if (massesAtLungs(searched).some(isReported)) named.push(file);
    if ((await findNodules(searched, context)).some(isReported)) any.push(file);
    const scale = greyScaleOf(seen.working.plane, lungs, seen.bodyMask);
    if (scale !== null)
      off.push({
        error: Math.max(Math.abs(scale.black - min), Math.abs(scale.white - max)),
        said: scale.error,
      });
  }
  const errors = off.map(({ error }) => error);
  const covered = off.filter(({ error, said }) => error <= 2 * said).length;
  console.log(
    JSON.stringify({
      set,
      window: name,
      slices: files.length,
      read,
      lungsBlack: black,
      estimated: off.length,
      errorMedian: rankOf(errors, 0.5),
      errorNineInTen: rankOf(errors, 0.9),
      saidMedian: rankOf(
        off.map(({ said }) => said),
        0.5,
      ),
      withinTwiceSaid: covered,
      lungDiceMean: meanOf(alike),
      lungDiceLowest: Number(Math.min(...alike).toFixed(3)),
      lungsWhereFew: meanOf(falsely),
      anythingNamed: any.map((file) => file.replace(/.*_|\.dcm/g, '')),
      massNamed: named.map((file) => file.replace(/.*_|\.dcm/g, '')),
    }),
  );
}
