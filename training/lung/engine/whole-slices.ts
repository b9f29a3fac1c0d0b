/**
 * Spots and masses of whole slices as the engine finds them: `npx tsx
 * training/lung/engine/whole-slices.ts SET OUT [MODELS [ROWS]]`. SET holds labels.csv, the file in its
 * first column; ROWS is a pattern of those of its rows that are read (all), MODELS a folder with
 * lung/model (the networks that ship). Writes a line per slice to OUT.jsonl ({file, spots}) and
 * OUT.masses.jsonl ({file, masses}), and to OUT.bin the 64 x 64 float32 patch of each spot in the order
 * of the lines. A spot is peak, mean, logarithm of the area, step, box (x0, y0, x1, y1 in the picture's
 * pixels), and the share of it in an opacity. A mass has its score, its box and its rows ([y, x0, x1] of
 * each run).
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { massesAtLungs } from '../../../analyses/lung/engine/nodules/masses.ts';
import type { Nodule } from '../../../analyses/lung/engine/nodules/nodule.ts';
import { type PlacedSpot, spotsAtLungs } from '../../../analyses/lung/engine/nodules/nodules.ts';
import { factsOf } from '../../../analyses/lung/engine/nodules/spot-probability.ts';
import { searchedIn } from '../../../analyses/lung/engine/read-slice.ts';
import { seeSlice } from '../../../analyses/lung/engine/see-slice.ts';
import { inferFrom, context as shipped } from '../../../analyses/study.test-support.ts';
import { readStudy } from '../../engine/read-study.ts';

const [set = '', out = '', models = '', rowsLike = ''] = process.argv.slice(2);
const context =
  models === '' ? shipped : { ...shipped, infer: inferFrom(pathToFileURL(`${resolve(models)}/`)) };

const cornersOf = ({ x, y, width, height }: Nodule['box'], scale: number) =>
  [x, y, x + width, y + height].map((edge) => edge * scale);

const spotRow = (spot: PlacedSpot, scale: number) => [
  ...factsOf(spot),
  ...cornersOf(spot.box, scale),
  spot.opaqueShare,
];

function massRow(mass: Nodule, scale: number) {
  const rows = runsOf(mass).map((run) => run.map((at) => at * scale));
  return { score: mass.score, box: cornersOf(mass.box, scale), rows };
}

/** Runs of each row. */
function runsOf({ mask, box }: Nodule): [number, number, number][] {
  const runs: [number, number, number][] = [];
  for (let y = box.y; y < box.y + box.height; y++) {
    let start = -1;
    for (let x = box.x; x <= box.x + box.width; x++) {
      const inside = x < box.x + box.width && mask.data[y * mask.width + x] === 1;
      if (inside && start < 0) start = x;
      if (inside || start < 0) continue;
      runs.push([y, start, x]);
      start = -1;
    }
  }
  return runs;
}

async function foundIn(file: string) {
  const study = await readStudy(`${set}/${file}`);
  const seen = await seeSlice(study, context);
  if (typeof seen === 'string') return { spots: [], masses: [], scale: 1 };
  const searched = searchedIn(study, seen);
  return {
    spots: await spotsAtLungs(searched, context),
    masses: massesAtLungs(searched),
    scale: seen.working.scale,
  };
}

const outputs = ['jsonl', 'masses.jsonl', 'bin'].map((kind) => openSync(`${out}.${kind}`, 'w'));
const [spotLines = 0, massLines = 0, patches = 0] = outputs;
const writeLine = (to: number, line: object) => writeSync(to, `${JSON.stringify(line)}\n`);
const rows = readFileSync(`${set}/labels.csv`, 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .filter((row) => new RegExp(rowsLike).test(row));
for (const [n, row] of rows.entries()) {
  const file = row.split(',')[0] ?? '';
  const { spots, masses, scale } = await foundIn(file);
  writeLine(spotLines, { file, spots: spots.map((spot) => spotRow(spot, scale)) });
  writeLine(massLines, { file, masses: masses.map((mass) => massRow(mass, scale)) });
  for (const { patch } of spots) writeSync(patches, Float32Array.from(patch.data));
  if (n % 100 === 99) console.log(n + 1, 'of', rows.length);
}
for (const output of outputs) closeSync(output);
