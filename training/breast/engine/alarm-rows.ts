/**
 * What the engine says of MIAS films, each read by the one of the three shipped networks that never saw it:
 * `alarm-rows.ts OUT`. Writes OUT (JSON, for training/engine/alarm-curve.ts): whether the film shows a
 * malignancy, and the probability of one in percent. Films of the folds 3 and 4 were seen by all three
 * networks and are left out, as are films that the gate refuses. The sources that no network ever saw show a
 * lesion in every picture: they tell no false alarm.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '../../../analyses/breast/engine/engine.ts';
import { breastReading } from '../../../analyses/breast/reading/schema.ts';
import type { AlarmRow } from '../../engine/alarm-curve.ts';
import { dataRoot, readTable } from '../../engine/tables.ts';
import { contextOfUnseen, foldsLeftOut, readFilm } from './films.ts';

const [out = ''] = process.argv.slice(2);
let fold = '';
const context = contextOfUnseen(() => fold);

async function scoreOf(file: string): Promise<number | null> {
  const prepared = engine.prepare(await readFilm(file));
  const { accepted } = await engine.accept(prepared, context);
  if (!accepted) return null;
  const { reading } = await engine.analyse(prepared, context);
  return breastReading.parse(reading).facts.malignant;
}

const rows: AlarmRow[] = [];
for (const row of readTable(join(dataRoot, 'breast/mias/labels.csv'))) {
  fold = row.fold ?? '';
  if (!foldsLeftOut.includes(fold)) continue;
  const score = await scoreOf(join(dataRoot, 'breast/mias', row.file ?? ''));
  if (score !== null)
    rows.push({ source: 'mias', case: row.case ?? '', isWith: row.malignant === '1', score });
  writeFileSync(out, JSON.stringify(rows));
}
console.log(rows.length, 'films,', rows.filter(({ isWith }) => isWith).length, 'malignant');
