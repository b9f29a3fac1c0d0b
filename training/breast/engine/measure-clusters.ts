/**
 * Measures the crowded places of films with a calcification cluster laid in (`pasting/clusters.py`), for
 * `calibrate.py`. Each film is read by the network that never saw it (checkpoints/breast-fold*.onnx).
 * usage: measure-clusters.ts OUT.jsonl
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeWorkingImage } from '../../../analyses/breast/engine/framing/working-image.ts';
import { seeBreast } from '../../../analyses/breast/engine/tissue/breast-network.ts';
import { segmentTissue } from '../../../analyses/breast/engine/tissue/tissue.ts';
import { lineWriter } from '../../engine/tables.ts';
import { contextOfFold, measuredClusters, readFilm } from './films.ts';

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
const context = contextOfFold(() => fold);
const write = lineWriter(out);
// Parsed edge: written by pasting/clusters.py.
for (const film of JSON.parse(readFileSync(join(folder, 'films.json'), 'utf8')) as Pasted[]) {
  fold = film.fold;
  const working = makeWorkingImage(await readFilm(join(folder, film.file)));
  const tissue = segmentTissue(await seeBreast(working, context.infer), working);
  write({ ...film, clusters: measuredClusters(working, tissue) });
}
