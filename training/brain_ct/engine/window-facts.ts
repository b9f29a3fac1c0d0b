/**
 * What the engine sees of pictures whose window is known: `npx tsx training/brain_ct/engine/window-facts.ts
 * SET`, where SET holds what rewindow.py wrote. Writes SET/facts.csv (file, brain, facts); pictures without a
 * skull are left out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { findSkull } from '../../../analyses/brain-ct/engine/head/skull.ts';
import { see } from '../../../analyses/brain-ct/engine/seen.ts';
import { windowFacts } from '../../../analyses/brain-ct/engine/window/window-facts.ts';
import { readStudy } from '../../engine/read-study.ts';

const [set = ''] = process.argv.slice(2);
const files = readFileSync(`${set}/labels.csv`, 'utf8').trim().split('\n').slice(1);
const lines: string[] = [];
for (const row of files) {
  const file = row.split(',')[0] ?? '';
  const { upright, stretched } = see(await readStudy(`${set}/${file}`));
  const told = upright && windowFacts(upright.grey, findSkull(stretched(upright.grey)));
  if (told) lines.push([file, ...told.facts].join(','));
  if (lines.length % 500 === 0) console.log(lines.length, file);
}
writeFileSync(`${set}/facts.csv`, `${lines.join('\n')}\n`);
