/**
 * Reads screening mammograms of sites that taught nothing, for `screening.py`: whether each is accepted, what
 * the engine says of the whole view, and the malignancy of its likeliest mass (not the nipple), whatever the
 * operating point. Calcifications are not searched on images of this size.
 * usage: evaluate-screening.ts FOLDER OUT.jsonl
 */
import { join } from 'node:path';
import { acceptMammogram } from '../../../analyses/breast/engine/accept.ts';
import { calibration } from '../../../analyses/breast/engine/calibration.ts';
import { prepareMammogram } from '../../../analyses/breast/engine/framing/prepare.ts';
import { nameMasses } from '../../../analyses/breast/engine/masses/named-masses.ts';
import { readBreast } from '../../../analyses/breast/engine/read-breast.ts';
import { context } from '../../../analyses/study.test-support.ts';
import { lineWriter, readTable } from '../../engine/tables.ts';
import { readFilm } from './films.ts';

const [folder = '', out = 'screening.jsonl'] = process.argv.slice(2);
/** Below every point that is chosen, and not so low that half of the breast joins to one mass. */
const least = { operating: { ...calibration.operating, mass: 0.3 }, marks: calibration.marks };

const write = lineWriter(out);
for (const { file = '' } of readTable(join(folder, 'labels.csv'))) {
  write({ file, ...(await evaluate(file)) });
}

async function evaluate(file: string) {
  const prepared = prepareMammogram(await readFilm(join(folder, file)));
  const { accepted } = await acceptMammogram(prepared, context);
  const { search, axes, malignant } = await readBreast(prepared, context, calibration);
  const { named } = nameMasses(search, axes, least);
  return { accepted, malignant, mass: Math.max(0, ...named.map((mass) => mass.malignant)) };
}
