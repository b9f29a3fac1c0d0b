/**
 * Measures films with the shipped engine's own steps.
 * usage: npx tsx training/breast/engine/measure.ts OUT.jsonl [--part K/N] [--sources SOURCE,SOURCE]
 * For `calibrate.py`: every MIAS film, read by the network of its fold (checkpoints/breast-fold*.onnx).
 * For `tried/heads.py`, with --sources: a MIAS film is read by the one of the three shipped networks that
 * never saw it (`network/recover.py`; the folds 3 and 4, seen by all three, are left out), others by the
 * shipped network.
 * --part does every Nth film from the Kth.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeWorkingImage } from '../../../analyses/breast/engine/framing/working-image.ts';
import { searchAxilla } from '../../../analyses/breast/engine/masses/axilla.ts';
import { seeBreast } from '../../../analyses/breast/engine/tissue/breast-network.ts';
import { densityFeatures } from '../../../analyses/breast/engine/tissue/density.ts';
import { segmentTissue } from '../../../analyses/breast/engine/tissue/tissue.ts';
import {
  dataRoot,
  foldsLeftOut,
  makeContext,
  measuredClusters,
  measuredMasses,
  readTable,
  shippedNetwork,
  short,
  studyOf,
} from './films.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'string', default: '0/1' }, sources: { type: 'string' } },
});
const out = positionals[0] ?? 'measures.jsonl';
const [part = 0, parts = 1] = values.part.split('/').map(Number);
const isShipped = values.sources !== undefined;

let network = '';
let turn = 0;
const context = makeContext(() => network);
writeFileSync(out, '');
for (const source of values.sources?.split(',') ?? ['mias']) {
  for (const row of readTable(join(dataRoot, 'breast', source, 'labels.csv'))) {
    const fold = row.fold ?? '0';
    if (isShipped && source === 'mias' && !foldsLeftOut.includes(fold)) continue;
    if (turn++ % parts !== part) continue;
    network = isShipped
      ? shippedNetwork(source, fold)
      : join(import.meta.dirname, '../checkpoints', `breast-fold${fold}.onnx`);
    appendFileSync(out, `${JSON.stringify({ source, ...(await measure(source, row.file ?? '')) })}\n`);
  }
}

async function measure(source: string, file: string) {
  const working = makeWorkingImage(await studyOf(join(dataRoot, 'breast', source, file)));
  const { lesions, composition, suspicion, ...seen } = await seeBreast(working, context.infer);
  const tissue = segmentTissue(seen, working);
  const axilla = searchAxilla(working, tissue);
  return {
    file,
    density: short(densityFeatures(working, tissue, composition)),
    masses: measuredMasses(working, tissue, lesions),
    suspicion,
    clusters: measuredClusters(working, tissue),
    axilla: { assessable: axilla.assessable, responses: short(axilla.nodes.map((node) => node.response)) },
  };
}
