/**
 * Measures the films of every source with the shipped engine's own steps, for `heads.py`.
 * usage: tsx measure-sources.ts OUT.jsonl [SOURCE,SOURCE]
 * A MIAS film is read by the one of the three shipped networks that never saw it (`recover.py`); films of
 * the folds 3 and 4 were seen by all three and are left out.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import type { Study } from '@second-read/core/decode/study';
import { makeWorkingImage } from '../../analyses/breast/engine/framing/working-image.ts';
import { seeBreast } from '../../analyses/breast/engine/tissue/breast-network.ts';
import { densityFeatures } from '../../analyses/breast/engine/tissue/density.ts';
import { segmentTissue } from '../../analyses/breast/engine/tissue/tissue.ts';
import { createCodecs } from '../../apps/server/src/platform/compute/codecs/create-codecs.ts';
import {
  dataRoot,
  makeContext,
  measuredClusters,
  measuredMasses,
  readStudy,
  readTable,
  short,
} from './films.ts';

const [out = 'sources.jsonl', chosen = 'mias,cesm_dm_test,mammogram_mastery,exams'] = process.argv.slice(2);
const seenBy = ['0', '1', '2'];
const codecs = createCodecs();
let network = '';
const context = makeContext(() => network);

writeFileSync(out, '');
for (const source of chosen.split(',')) {
  for (const row of readTable(join(dataRoot, 'breast', source, 'labels.csv'))) {
    const fold = row.fold ?? '';
    if (source === 'mias' && !seenBy.includes(fold)) continue;
    network =
      source === 'mias'
        ? join(import.meta.dirname, 'checkpoints', `shipped-fold${fold}.onnx`)
        : join(import.meta.dirname, '../../analyses/breast/model/breast.onnx');
    appendFileSync(out, `${JSON.stringify({ source, ...(await measure(source, row.file ?? '')) })}\n`);
  }
}

async function studyOf(path: string): Promise<Study> {
  if (!path.endsWith('.dcm')) return readStudy(path);
  const decoded = await decodeStudy(readFileSync(path), codecs);
  if (!decoded.ok) throw new Error(`${path}: ${decoded.problem}`);
  return decoded.study;
}

async function measure(source: string, file: string) {
  const working = makeWorkingImage(await studyOf(join(dataRoot, 'breast', source, file)));
  const { lesions, composition, suspicion, ...seen } = await seeBreast(working, context.infer);
  const tissue = segmentTissue(seen, working);
  return {
    file,
    density: short(densityFeatures(working, tissue, composition)),
    masses: measuredMasses(working, tissue, lesions),
    suspicion,
    clusters: measuredClusters(working, tissue),
  };
}
