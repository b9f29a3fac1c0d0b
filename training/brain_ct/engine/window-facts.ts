/**
 * What the engine sees of pictures whose window is known: `window-facts.ts SET`, where SET holds what
 * rewindow.py wrote. Writes SET/facts.csv (file, brain, facts); pictures without a skull are left out.
 */
import { writeFileSync } from 'node:fs';
import { findSkull } from '../../../analyses/brain-ct/engine/head/skull.ts';
import { see } from '../../../analyses/brain-ct/engine/seen.ts';
import { windowFacts } from '../../../analyses/brain-ct/engine/window/window-facts.ts';
import { readStudy } from '../../engine/read-study.ts';
import { readTable } from '../../engine/tables.ts';

const [set = ''] = process.argv.slice(2);
const lines: string[] = [];
for (const { file } of readTable(`${set}/labels.csv`)) {
  const { upright, stretched } = see(await readStudy(`${set}/${file}`));
  const told = upright && windowFacts(upright.grey, findSkull(stretched(upright.grey)));
  if (told) lines.push([file, ...told.facts].join(','));
  if (lines.length % 500 === 0) console.log(lines.length, file);
}
writeFileSync(`${set}/facts.csv`, `${lines.join('\n')}\n`);
