/**
 * What the engine says of MIAS films, each read by the one of the three shipped networks that never saw it
 * (`network/recover.py`): `npx tsx training/breast/engine/alarm-rows.ts OUT`. Writes OUT (JSON, for
 * training/engine/alarm-curve.ts): whether the film shows a malignancy, and the probability of one in
 * percent. Films of the folds 3 and 4 were seen by all three networks and are left out, as are films that
 * the gate refuses. The sources that no network ever saw show a lesion in every picture: they tell no
 * false alarm.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '../../../analyses/breast/engine/engine.ts';
import { breastReading } from '../../../analyses/breast/reading/schema.ts';
import type { AlarmRow } from '../../engine/alarm-curve.ts';
import { dataRoot, makeContext, readStudy, readTable } from './films.ts';

const [out = ''] = process.argv.slice(2);
const unseen = ['0', '1', '2'];
const models = join(import.meta.dirname, '../../../analyses');
let fold = '';
const context = makeContext((model) => {
  const [folder = '', file = ''] = model.split('/');
  return model === 'breast/breast'
    ? join(import.meta.dirname, '../checkpoints', `shipped-fold${fold}.onnx`)
    : join(models, folder, 'model', `${file}.onnx`);
});

async function scoreOf(file: string): Promise<number | null> {
  const prepared = engine.prepare(await readStudy(file));
  const { accepted } = await engine.accept(prepared, context);
  if (!accepted) return null;
  const { reading } = await engine.analyse(prepared, context);
  return breastReading.parse(reading).facts.malignant;
}

const rows: AlarmRow[] = [];
for (const row of readTable(join(dataRoot, 'breast/mias/labels.csv'))) {
  fold = row.fold ?? '';
  if (!unseen.includes(fold)) continue;
  const score = await scoreOf(join(dataRoot, 'breast/mias', row.file ?? ''));
  if (score !== null)
    rows.push({ source: 'mias', case: row.case ?? '', isWith: row.malignant === '1', score });
  writeFileSync(out, JSON.stringify(rows));
}
console.log(rows.length, 'films,', rows.filter(({ isWith }) => isWith).length, 'malignant');
