/**
 * Masses of whole slices as the engine finds them: `npx tsx training/lung/engine/masses.ts SET OUT.jsonl`.
 * SET holds labels.csv, the file in its first column. A line per slice: {file, masses}, each with its score,
 * its box (x0, y0, x1, y1) and its rows ([y, x0, x1] of each run), in the picture's pixels.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { massesAtLungs } from '../../../analyses/lung/engine/nodules/masses.ts';
import type { Nodule } from '../../../analyses/lung/engine/nodules/nodule.ts';
import { searchedIn } from '../../../analyses/lung/engine/read-slice.ts';
import { seeSlice } from '../../../analyses/lung/engine/see-slice.ts';
import { context } from '../../../analyses/study.test-support.ts';
import { readStudy } from '../../engine/read-study.ts';

const [set = '', out = ''] = process.argv.slice(2);

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

async function massesOf(file: string) {
  const study = await readStudy(`${set}/${file}`);
  const seen = await seeSlice(study, context);
  if (typeof seen === 'string') return [];
  const { scale } = seen.working;
  return massesAtLungs(searchedIn(study, seen)).map((mass) => {
    const { x, y, width, height } = mass.box;
    const box = [x, y, x + width, y + height].map((edge) => edge * scale);
    return { score: mass.score, box, rows: runsOf(mass).map((run) => run.map((at) => at * scale)) };
  });
}

const lines = openSync(out, 'w');
const rows = readFileSync(`${set}/labels.csv`, 'utf8').trim().split(/\r?\n/).slice(1);
for (const row of rows) {
  const file = row.split(',')[0] ?? '';
  writeSync(lines, `${JSON.stringify({ file, masses: await massesOf(file) })}\n`);
}
closeSync(lines);
