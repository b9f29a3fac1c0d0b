/**
 * What the exam's motion measure asks of every slice: `npx tsx training/lung/engine/exam-lungs.ts OUT FILE…`
 * writes a line per file: {file, leftPx, rightPx, profile}.
 */
import { writeFileSync } from 'node:fs';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { lungProfile } from '../../../analyses/lung/engine/lungs/profile.ts';
import { seeSlice } from '../../../analyses/lung/engine/see-slice.ts';
import { context } from '../../../analyses/study.test-support.ts';
import { readStudy } from '../../engine/read-study.ts';

const [out = '', ...files] = process.argv.slice(2);

const lines: string[] = [];
for (const file of files) {
  const seen = await seeSlice(await readStudy(file), context);
  const lungs = typeof seen === 'string' ? undefined : seen.lungs;
  const scale = typeof seen === 'string' ? 1 : seen.working.scale ** 2;
  const [leftPx, rightPx] = [lungs?.left, lungs?.right].map((lung) => (lung ? area(lung) * scale : 0));
  lines.push(JSON.stringify({ file, leftPx, rightPx, profile: lungs ? lungProfile(lungs) : '0' }));
}
writeFileSync(out, `${lines.join('\n')}\n`);
