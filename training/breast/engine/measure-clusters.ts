/**
 * Measures the crowded places of films with a calcification cluster laid in (`pasting/clusters.py`), for
 * `calibrate.py`. Each film is read by the network that never saw it (checkpoints/breast-fold*.onnx).
 * usage: npx tsx training/breast/engine/measure-clusters.ts OUT.jsonl
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeWorkingImage } from '../../../analyses/breast/engine/framing/working-image.ts';
import { seeBreast } from '../../../analyses/breast/engine/tissue/breast-network.ts';
import { segmentTissue } from '../../../analyses/breast/engine/tissue/tissue.ts';
import { makeContext, measuredClusters, readStudy } from './films.ts';

/** A film and where the cluster lies, in its pixels. */
interface Pasted {
  readonly file: string;
  readonly fold: number;
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

const [out = 'clusters.jsonl'] = process.argv.slice(2);
const folder = join(import.meta.dirname, '../cache/clusters');
let fold = 0;
const context = makeContext(() => join(import.meta.dirname, '../checkpoints', `breast-fold${fold}.onnx`));
writeFileSync(out, '');
// Parsed edge: written by pasting/clusters.py.
for (const film of JSON.parse(readFileSync(join(folder, 'films.json'), 'utf8')) as Pasted[]) {
  fold = film.fold;
  const working = makeWorkingImage(await readStudy(join(folder, film.file)));
  const tissue = segmentTissue(await seeBreast(working, context.infer), working);
  appendFileSync(out, `${JSON.stringify({ ...film, clusters: measuredClusters(working, tissue) })}\n`);
}
