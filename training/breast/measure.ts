/**
 * Measures every training film with the shipped engine's own steps, for `calibrate.py`.
 * usage: tsx measure.ts OUT.jsonl [--part K/N]
 * Each film is read by the network that never saw it (checkpoints/breast-fold*.onnx); --part does every Nth
 * film from the Kth.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeWorkingImage } from '../../analyses/breast/engine/framing/working-image.ts';
import { searchAxilla } from '../../analyses/breast/engine/masses/axilla.ts';
import { seeBreast } from '../../analyses/breast/engine/tissue/breast-network.ts';
import { densityFeatures } from '../../analyses/breast/engine/tissue/density.ts';
import { segmentTissue } from '../../analyses/breast/engine/tissue/tissue.ts';
import {
  dataRoot,
  makeContext,
  measuredClusters,
  measuredMasses,
  readStudy,
  readTable,
  short,
} from './films.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'string', default: '0/1' } },
});
const out = positionals[0] ?? 'measures.jsonl';
const [part = 0, parts = 1] = values.part.split('/').map(Number);

let fold = '0';
let turn = 0;
const context = makeContext(() => join(import.meta.dirname, 'checkpoints', `breast-fold${fold}.onnx`));
writeFileSync(out, '');
for (const row of readTable(join(dataRoot, 'breast/mias/labels.csv'))) {
  if (turn++ % parts !== part) continue;
  fold = row.fold ?? '0';
  appendFileSync(out, `${JSON.stringify(await measure(row.file ?? ''))}\n`);
}

async function measure(file: string) {
  const study = await readStudy(join(dataRoot, 'breast/mias', file));
  const working = makeWorkingImage(study);
  const { lesions, composition, suspicion, ...seen } = await seeBreast(working, context.infer);
  const tissue = segmentTissue(seen, working);
  const clusters = measuredClusters(working, tissue);
  const axilla = searchAxilla(working, tissue);
  return {
    file,
    density: short(densityFeatures(working, tissue, composition)),
    masses: measuredMasses(working, tissue, lesions),
    suspicion,
    clusters,
    axilla: { assessable: axilla.assessable, responses: short(axilla.nodes.map((node) => node.response)) },
  };
}
