/**
 * Measures every training film with the shipped engine's own steps, for `calibrate.py`.
 * usage: tsx measure.ts OUT.jsonl [--folds] [--part K/N]
 * With --folds each film is read by the tissue network of its fold; --part does every Nth film from the Kth.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { searchAxilla } from '../../analyses/breast/engine/axilla.ts';
import { findSpots } from '../../analyses/breast/engine/calcifications.ts';
import type { Calibration } from '../../analyses/breast/engine/calibration.ts';
import type { LogisticModel } from '../../analyses/breast/engine/classifier.ts';
import { clusterSpots } from '../../analyses/breast/engine/clusters.ts';
import { densityFeatures } from '../../analyses/breast/engine/density.ts';
import { makeFrame } from '../../analyses/breast/engine/frame.ts';
import { massContext, massFeatures } from '../../analyses/breast/engine/mass-features.ts';
import { makeMassGrid } from '../../analyses/breast/engine/mass-grid.ts';
import { blobCandidates, saliency } from '../../analyses/breast/engine/saliency.ts';
import { segmentTissue } from '../../analyses/breast/engine/tissue.ts';
import { dataRoot, makeContext, readStudy, readTable } from './films.ts';

const none: LogisticModel = { features: [], mean: [], scale: [], weights: [], bias: 0 };
/** Nothing is fitted yet where measures are taken. */
const blank: Calibration = {
  mass: none,
  malignantMass: none,
  cluster: none,
  abnormal: none,
  malignant: none,
  operating: { mass: 1, calcification: 1 },
  density: { aboveFatty: none, dense: none },
  axillaResponses: [],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folds: { type: 'boolean' }, part: { type: 'string', default: '0/1' } },
});
const out = positionals[0] ?? 'measures.jsonl';
const [part = 0, parts = 1] = values.part.split('/').map(Number);
const shipped = join(import.meta.dirname, '../../analyses/breast/model/tissue.onnx');

function networkOf(fold: string): string {
  const file = join(import.meta.dirname, 'checkpoints', `tissue-fold${fold}.onnx`);
  return values.folds === true && existsSync(file) ? file : shipped;
}

let fold = '0';
let turn = 0;
const context = makeContext(() => networkOf(fold));
writeFileSync(out, '');
for (const set of ['mias', 'ddsm_tissue']) {
  for (const row of readTable(join(dataRoot, 'breast', set, 'labels.csv'))) {
    if (turn++ % parts !== part) continue;
    fold = row.fold ?? '0';
    const file = row.file ?? '';
    appendFileSync(
      out,
      `${JSON.stringify({ set, ...(await measure(join(dataRoot, 'breast', set, file), file)) })}\n`,
    );
  }
}

async function measure(path: string, file: string) {
  const study = await readStudy(path);
  const frame = makeFrame(study);
  const tissue = await segmentTissue(frame, context.infer);
  const grid = makeMassGrid(frame, tissue);
  const short = (values: readonly number[]) => values.map((value) => Number(value.toFixed(4)));
  const input = (x: number, y: number) => ({
    x: (frame.mirrored ? frame.grey.width - x : x) * frame.scale,
    y: y * frame.scale,
  });
  const masses = [];
  if (grid !== null) {
    const found = saliency(grid);
    const shared = massContext(grid, found);
    for (const one of blobCandidates(grid, found)) {
      masses.push({
        ...input(grid.left + (one.x + 0.5) * grid.scale, grid.top + (one.y + 0.5) * grid.scale),
        r: one.radius * grid.scale * frame.scale,
        f: short(massFeatures(shared, one)),
      });
    }
  }
  const clusters = clusterSpots(findSpots(study, frame, tissue), blank).map((cluster) => ({
    ...input(cluster.box.x + cluster.box.width / 2, cluster.box.y + cluster.box.height / 2),
    spots: cluster.spots.map((spot) => ({
      ...input(spot.x, spot.y),
      s: spot.signal,
      r: spot.roundness,
      c: spot.contrast,
    })),
    f: short(cluster.features),
  }));
  const axilla = searchAxilla(frame, tissue);
  return {
    file,
    network: networkOf(fold) === shipped ? 'shipped' : 'fold',
    density: short(densityFeatures(frame, tissue)),
    masses,
    clusters,
    axilla: { assessable: axilla.assessable, responses: short(axilla.nodes.map((node) => node.response)) },
  };
}
