/**
 * Spots and masses of whole slices as the engine finds them: `whole-slices.ts SET OUT [MODELS
 * [COLUMN=VALUE]]`. SET holds labels.csv, of which the rows with this value are read (all), MODELS a folder
 * with lung/model (the networks that ship). Writes a line per slice to OUT.jsonl ({file, spots}) and
 * OUT.masses.jsonl ({file, masses}), and to OUT.bin the 64 x 64 float32 patch of each spot in the order of
 * the lines. A spot is peak, mean, logarithm of the area, step, box (x0, y0, x1, y1 in the picture's
 * pixels), and what opacities add to its logit. A mass has its score and its box.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { massesAtLungs } from '../../../analyses/lung/engine/nodules/masses.ts';
import type { Nodule } from '../../../analyses/lung/engine/nodules/nodule.ts';
import { type PlacedSpot, spotsAtLungs } from '../../../analyses/lung/engine/nodules/nodules.ts';
import { factsOf } from '../../../analyses/lung/engine/nodules/spot-probability.ts';
import { prepare } from '../../../analyses/lung/engine/prepare.ts';
import { searchedIn } from '../../../analyses/lung/engine/read-slice.ts';
import { inferFrom, context as shipped } from '../../../analyses/study.test-support.ts';
import { readStudy } from '../../engine/read-study.ts';
import { lineWriter, readTable } from '../../engine/tables.ts';

const [set = '', out = '', models = '', only = ''] = process.argv.slice(2);
const context =
  models === '' ? shipped : { ...shipped, infer: inferFrom(pathToFileURL(`${resolve(models)}/`)) };

const cornersOf = ({ x, y, width, height }: Nodule['box'], scale: number) =>
  [x, y, x + width, y + height].map((edge) => edge * scale);

const spotRow = (spot: PlacedSpot, scale: number) => [
  ...factsOf(spot),
  ...cornersOf(spot.box, scale),
  spot.shift,
];

async function foundIn(file: string) {
  const study = await readStudy(`${set}/${file}`);
  const seen = await prepare(study).seen(context);
  if (typeof seen === 'string') return { spots: [], masses: [], scale: 1 };
  const searched = searchedIn(study, seen);
  return {
    spots: await spotsAtLungs(searched, context),
    masses: massesAtLungs(searched),
    scale: seen.working.scale,
  };
}

const [column = '', value] = only.split('=');
const rows = readTable(`${set}/labels.csv`).filter((row) => only === '' || row[column] === value);
const [writeSpots, writeMasses] = [lineWriter(`${out}.jsonl`), lineWriter(`${out}.masses.jsonl`)];
const patches = openSync(`${out}.bin`, 'w');
for (const { file = '' } of rows) {
  const { spots, masses, scale } = await foundIn(file);
  writeSpots({ file, spots: spots.map((spot) => spotRow(spot, scale)) });
  writeMasses({ file, masses: masses.map(({ score, box }) => ({ score, box: cornersOf(box, scale) })) });
  for (const { patch } of spots) writeSync(patches, Float32Array.from(patch.data));
}
closeSync(patches);
