/**
 * Reads the films of every source with the shipped engine, for `sources.py`.
 * usage: evaluate-sources.ts OUT.jsonl
 * MIAS taught the networks: each of its films is read by the one of the three shipped ones that never saw it;
 * films of the folds 3 and 4 were seen by all three and are left out.
 */
import { join } from 'node:path';
import type { EngineContext } from '@second-read/core/analysis/engine';
import { acceptMammogram } from '../../../analyses/breast/engine/accept.ts';
import { analyseMammogram } from '../../../analyses/breast/engine/analyse.ts';
import { calibration } from '../../../analyses/breast/engine/calibration.ts';
import { prepareMammogram } from '../../../analyses/breast/engine/framing/prepare.ts';
import { breastReading } from '../../../analyses/breast/reading/schema.ts';
import { context } from '../../../analyses/study.test-support.ts';
import { dataRoot, lineWriter, type Row, readTable } from '../../engine/tables.ts';
import { contextOfUnseen, foldsLeftOut, readFilm } from './films.ts';

const sources = ['cesm_dm_test', 'mammogram_mastery', 'exams', 'mias'];

const out = process.argv[2] ?? 'sources.jsonl';
const write = lineWriter(out);
let fold = '';
const ofUnseen = contextOfUnseen(() => fold);

for (const source of sources) {
  for (const row of readTable(join(dataRoot, 'breast', source, 'labels.csv'))) {
    fold = row.fold ?? '';
    if (source === 'mias' && !foldsLeftOut.includes(fold)) continue;
    write(await evaluate(source, row, source === 'mias' ? ofUnseen : context));
  }
}

async function evaluate(source: string, row: Row, context: EngineContext) {
  const prepared = prepareMammogram(await readFilm(join(dataRoot, 'breast', source, row.file ?? '')));
  const { accepted } = await acceptMammogram(prepared, context);
  const { scores, candidates, reading } = await analyseMammogram(prepared, context, calibration);
  const { facts, findings } = breastReading.parse(reading);
  const masses = findings.filter(({ type, state }) => type === 'mass' && state === 'found');
  return {
    source,
    file: row.file,
    accepted,
    malignant: facts.malignant,
    scores,
    candidates,
    named: masses.flatMap(({ region }) => region?.box ?? []),
    found: { masses: masses.length },
  };
}
