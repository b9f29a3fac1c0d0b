/**
 * Which screening mammograms the module accepts, for `screening.py`; why it refuses the others.
 * usage: evaluate-gate.ts FOLDER OUT.jsonl
 */
import { join } from 'node:path';
import { acceptMammogram } from '../../../analyses/breast/engine/accept.ts';
import { prepareMammogram } from '../../../analyses/breast/engine/framing/prepare.ts';
import { context } from '../../../analyses/study.test-support.ts';
import { lineWriter, readTable } from '../../engine/tables.ts';
import { readFilm } from './films.ts';

const [folder = '', out = 'gate.jsonl'] = process.argv.slice(2);
const write = lineWriter(out);
for (const { file = '' } of readTable(join(folder, 'labels.csv'))) {
  const answer = await acceptMammogram(prepareMammogram(await readFilm(join(folder, file))), context);
  write({ file, accepted: answer.accepted, message: answer.accepted ? null : answer.message });
}
