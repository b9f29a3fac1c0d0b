/**
 * Coarse calcifications of the MIAS films as the engine finds them, to be looked at: no set outlines them.
 * usage: npx tsx training/breast/engine/coarse.ts OUT.jsonl
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCoarse } from '../../../analyses/breast/engine/calcifications/coarse.ts';
import { makeWorkingImage } from '../../../analyses/breast/engine/framing/working-image.ts';
import { dataRoot, inFilm, readTable, studyOf } from './films.ts';

/** Of a pixel of MIAS; its files do not say. */
const mmPerPixel = 0.2;

const out = process.argv[2] ?? 'coarse.jsonl';
writeFileSync(out, '');
for (const { file = '', classes } of readTable(join(dataRoot, 'breast/mias/labels.csv'))) {
  const working = makeWorkingImage(await studyOf(join(dataRoot, 'breast/mias', file)));
  // Brightness alone outlines the breast here: it takes no network, and holds more than the engine searches.
  const { body: breast, grey: gland } = working;
  const found = findCoarse({ ...working, mmPerPixel }, { labels: breast, breast, gland }) ?? [];
  const places = found.map((one) => ({ ...one, ...inFilm(working, one.x, one.y) }));
  appendFileSync(out, `${JSON.stringify({ file, classes, found: places })}\n`);
}
