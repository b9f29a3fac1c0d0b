/**
 * Reads the films of every source with the shipped engine, for `sources.py`.
 * usage: npx tsx training/breast/engine/evaluate-sources.ts OUT.jsonl
 * MIAS taught the networks: each of its films is read by the one of the three shipped ones that never saw it
 * (`network/recover.py`); films of the folds 3 and 4 were seen by all three and are left out.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptMammogram } from '../../../analyses/breast/engine/accept.ts';
import { analyseMammogram } from '../../../analyses/breast/engine/analyse.ts';
import { calibration } from '../../../analyses/breast/engine/calibration.ts';
import { prepareMammogram } from '../../../analyses/breast/engine/framing/prepare.ts';
import { breastReading } from '../../../analyses/breast/reading/schema.ts';
import {
  dataRoot,
  foldsLeftOut,
  makeContext,
  type Row,
  readTable,
  shippedNetwork,
  studyOf,
} from './films.ts';

const sources = ['cesm_dm_test', 'mammogram_mastery', 'exams', 'mias'];

const out = process.argv[2] ?? 'sources.jsonl';
const models = join(import.meta.dirname, '../../../analyses');
let network = '';
const context = makeContext((model) => {
  const [folder = '', file = ''] = model.split('/');
  return model === 'breast/breast' ? network : join(models, folder, 'model', `${file}.onnx`);
});

writeFileSync(out, '');
for (const source of sources) {
  for (const row of readTable(join(dataRoot, 'breast', source, 'labels.csv'))) {
    const fold = row.fold ?? '';
    if (source === 'mias' && !foldsLeftOut.includes(fold)) continue;
    network = shippedNetwork(source, fold);
    appendFileSync(out, `${JSON.stringify(await evaluate(source, row))}\n`);
  }
}

async function evaluate(source: string, row: Row) {
  const study = await studyOf(join(dataRoot, 'breast', source, row.file ?? ''));
  const prepared = prepareMammogram(study);
  const { accepted } = await acceptMammogram(prepared, context);
  const { scores, candidates, reading } = await analyseMammogram(prepared, context, calibration);
  const masses = breastReading
    .parse(reading)
    .findings.filter(({ type, state }) => type === 'mass' && state === 'found');
  return {
    source,
    file: row.file,
    accepted,
    scores,
    candidates,
    named: masses.flatMap(({ region }) => region?.box ?? []),
    found: { masses: masses.length },
  };
}
