/**
 * Outlines of breast, gland and muscle on films that no network saw, by set and scanner.
 * usage: npx tsx training/breast/engine/measure-tissue.ts OUT.json
 * Films of the folds 0 to 2 of DDSM (drawn outlines) and MIAS (made ones, without gland), each read by the
 * one of the three shipped networks that never saw it (`network/recover.py`).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mask, mask } from '@second-read/core/pixels/plane';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { flipHorizontal } from '@second-read/core/pixels/sampling/flip';
import { resizeNearest } from '@second-read/core/pixels/sampling/resize-nearest';
import { makeWorkingImage } from '../../../analyses/breast/engine/framing/working-image.ts';
import { seeBreast } from '../../../analyses/breast/engine/tissue/breast-network.ts';
import { segmentTissue } from '../../../analyses/breast/engine/tissue/tissue.ts';
import {
  dataRoot,
  foldsLeftOut,
  makeContext,
  type Row,
  readGrey,
  readTable,
  shippedNetwork,
  studyOf,
} from './films.ts';

/** Values of the masks; MIAS calls all of the breast 1, DDSM parts it into fat and gland. */
const truthOf = {
  ddsm_tissue: { column: 'mask', breast: [1, 2], gland: [2], muscle: [3] },
  mias: { column: 'tissue_pseudo', breast: [1], gland: [], muscle: [2] },
} as const;
type SetName = keyof typeof truthOf;

let network = '';
const context = makeContext(() => network);
const films: ReturnType<typeof figuresOf>[] = [];
for (const set of ['ddsm_tissue', 'mias'] as const) {
  for (const row of readTable(join(dataRoot, 'breast', set, 'labels.csv'))) {
    if (!foldsLeftOut.includes(row.fold ?? '')) continue;
    network = shippedNetwork(set, row.fold ?? '');
    films.push(await measure(set, row));
  }
}
writeFileSync(process.argv[2] ?? 'tissue.json', JSON.stringify(films));
for (const group of new Set(films.map(({ group }) => group))) print(group);

async function measure(set: SetName, row: Row) {
  const folder = join(dataRoot, 'breast', set);
  const working = makeWorkingImage(await studyOf(join(folder, row.file ?? '')));
  const tissue = segmentTissue(await seeBreast(working, context.infer), working);
  const drawn = await readGrey(join(folder, row[truthOf[set].column] ?? ''));
  const values = { width: drawn.width, height: drawn.height, data: Uint8Array.from(drawn.data) };
  const upright = working.mirrored ? flipHorizontal(values) : values;
  const truth = resizeNearest(upright, tissue.labels.width, tissue.labels.height);
  const group = set === 'mias' ? 'mias' : `ddsm ${row.letter}`;
  return figuresOf({ file: row.file ?? '', group, set }, tissue.labels, truth);
}

function figuresOf(of: { file: string; group: string; set: SetName }, labels: Mask, truth: Mask) {
  const is = truthOf[of.set];
  const [breast, trueBreast] = [among(labels, [1, 2]), among(truth, is.breast)];
  const [gland, trueGland] = [among(labels, [2]), among(truth, is.gland)];
  const isGlandKnown = is.gland.length > 0;
  return {
    ...of,
    breast: dice(breast, trueBreast),
    muscle: dice(among(labels, [3]), among(truth, is.muscle)),
    gland: isGlandKnown ? dice(gland, trueGland) : null,
    /**
     * Mean distance of the two outlines, in hundredths of the root of the breast's area: 1 is about 1.3 mm.
     */
    apart: (100 * apart(breast, trueBreast)) / Math.sqrt(Math.max(1, area(trueBreast))),
    densityError: isGlandKnown ? 100 * (share(gland, breast) - share(trueGland, trueBreast)) : null,
  };
}

function among(labels: Mask, values: readonly number[]): Mask {
  const out = mask(labels.width, labels.height);
  for (let i = 0; i < out.data.length; i++) if (values.includes(labels.data[i] ?? 0)) out.data[i] = 1;
  return out;
}

function share(part: Mask, whole: Mask): number {
  return area(part) / Math.max(1, area(whole));
}

function dice(a: Mask, b: Mask): number | null {
  const both = a.data.reduce((sum, value, i) => sum + value * (b.data[i] ?? 0), 0);
  const all = area(a) + area(b);
  return all === 0 ? null : (2 * both) / all;
}

/** Mean over both outlines of the distance to the other one, in pixels. */
function apart(a: Mask, b: Mask): number {
  return (meanDepth(edgeOf(a), edgeOf(b)) + meanDepth(edgeOf(b), edgeOf(a))) / 2;
}

function edgeOf({ width, height, data }: Mask): Mask {
  const out = mask(width, height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const around = [data[i - 1], data[i + 1], data[i - width], data[i + width]];
      if (data[i] !== 0 && around.includes(0)) out.data[i] = 1;
    }
  }
  return out;
}

function meanDepth(edge: Mask, other: Mask): number {
  const away = distanceTransform({ ...other, data: other.data.map((value) => 1 - value) });
  const sum = edge.data.reduce((total, value, i) => total + value * (away.data[i] ?? 0), 0);
  return sum / Math.max(1, area(edge));
}

function print(group: string): void {
  const of = films.filter((film) => film.group === group);
  const mean = (key: 'breast' | 'muscle' | 'gland' | 'apart') => {
    const known = of.map((film) => film[key]).filter((value) => value !== null);
    return (known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length)).toFixed(4);
  };
  const errors = of.map((film) => Math.abs(film.densityError ?? 0));
  const error = (errors.reduce((sum, value) => sum + value, 0) / of.length).toFixed(2);
  console.log(
    `${group} (${of.length}): breast ${mean('breast')}, apart ${mean('apart')}, muscle ${mean('muscle')},`,
    `gland ${mean('gland')}, density wrong by ${error} points`,
  );
}
