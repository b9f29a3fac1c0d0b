/**
 * Puts every slice upright on the engine's own canvas, so that training and reading see the same thing.
 * `npx tsx training/brain-ct/prepare.ts DATASET OUT`: writes OUT/canvas.bin (n × 2 × 256 × 256 bytes: grey 0-255, and
 * 1 inside the skull, 2 bone) and OUT/index.csv (row, file; slices without a head are left out).
 */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { displayed } from '../../analyses/brain-ct/engine/display.ts';
import { canvasSide, frameHead } from '../../analyses/brain-ct/engine/frame.ts';
import { findSkull } from '../../analyses/brain-ct/engine/skull.ts';
import { studyOfFile } from '../../analyses/study.test-support.ts';

const [dataset = '', out = ''] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const rows = readFileSync(`${dataset}/labels.csv`, 'utf8').trim().split('\n').slice(1);
writeFileSync(`${out}/canvas.bin`, '');
const index = ['row,file,turn,scale,closure,inside'];
let written = 0;
for (const row of rows) {
  const file = row.split(',')[0] ?? '';
  const frame = frameHead(displayed(await studyOfFile(`${dataset}/${file}`)));
  if (frame === undefined) {
    console.log('no head', file);
    continue;
  }
  const skull = findSkull(frame.grey);
  const inside = skull.intracranial.data.reduce((sum, value) => sum + value, 0);
  const bytes = new Uint8Array(2 * canvasSide * canvasSide);
  for (let i = 0; i < canvasSide * canvasSide; i++) {
    bytes[i] = Math.round((frame.grey.data[i] ?? 0) * 255);
    bytes[canvasSide * canvasSide + i] =
      skull.intracranial.data[i] !== 0 ? 1 : skull.bone.data[i] !== 0 ? 2 : 0;
  }
  appendFileSync(`${out}/canvas.bin`, bytes);
  index.push(
    `${written++},${file},${frame.turn.toFixed(4)},${frame.scale.toFixed(4)},${skull.closure.toFixed(3)},${inside}`,
  );
  if (written % 200 === 0) console.log(written);
}
writeFileSync(`${out}/index.csv`, `${index.join('\n')}\n`);
