/**
 * Measures every MIAS film with the engine's own steps and the network of its fold
 * (checkpoints/breast-fold*.onnx), for `calibrate.py`.
 * usage: measure.ts OUT.jsonl
 */
import { join } from 'node:path';
import { makeWorkingImage } from '../../../analyses/breast/engine/framing/working-image.ts';
import { searchAxilla } from '../../../analyses/breast/engine/masses/axilla.ts';
import { seeBreast } from '../../../analyses/breast/engine/tissue/breast-network.ts';
import { densityFeatures } from '../../../analyses/breast/engine/tissue/density.ts';
import { segmentTissue } from '../../../analyses/breast/engine/tissue/tissue.ts';
import { dataRoot, lineWriter, readTable } from '../../engine/tables.ts';
import { contextOfFold, measuredClusters, measuredMasses, readFilm, short } from './films.ts';

const [out = 'measures.jsonl'] = process.argv.slice(2);
const mias = join(dataRoot, 'breast/mias');
let fold = '0';
const context = contextOfFold(() => fold);
const write = lineWriter(out);
for (const row of readTable(join(mias, 'labels.csv'))) {
  fold = row.fold ?? '0';
  write(await measure(row.file ?? ''));
}

async function measure(file: string) {
  const working = makeWorkingImage(await readFilm(join(mias, file)));
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
