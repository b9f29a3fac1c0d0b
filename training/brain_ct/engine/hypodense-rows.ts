/**
 * What the engine says of hypodense areas, and what its network sees: `hypodense-rows.ts DATA SOURCE OUT
 * [FOLD] [STEP]`. Writes OUT/rows.bin (n × 2 × 256 × 256 bytes: grey 0-255; 1 inside the skull, 2 bone, 4
 * more blood as the engine outlines it, 8 more where it names a hypodense area, 16 more in the ventricles
 * and cisterns) and OUT/rows.json (file, whether hypodense areas are assessed) of the slices that are
 * labeled not to bleed.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { canvasSide } from '../../../analyses/brain-ct/engine/head/upright-head.ts';
import { denseRegion } from '../../../analyses/brain-ct/engine/measure/haemorrhage.ts';
import { measure } from '../../../analyses/brain-ct/engine/measure/measure.ts';
import type { Measurements } from '../../../analyses/brain-ct/engine/measure/measurements.ts';
import { prepare } from '../../../analyses/brain-ct/engine/prepare.ts';
import { brainHu } from '../../../analyses/brain-ct/engine/window/density.ts';
import { brainWindow } from '../../../analyses/brain-ct/engine/window/display.ts';
import { context } from '../../../analyses/study.test-support.ts';
import { readStudy } from '../../engine/read-study.ts';
import { readTable } from '../../engine/tables.ts';

const [data = '', source = '', out = '', fold = '', step = '1'] = process.argv.slice(2);
const size = canvasSide * canvasSide;
const byte = (value: number) => Math.min(255, Math.max(0, Math.round(value)));

/** The canvas and its regions, one byte a place. */
function planesOf(m: Measurements): Uint8Array {
  const bytes = new Uint8Array(2 * size);
  const { skull, density } = m;
  const blood = denseRegion(m.bleeding, density.hu, skull.intracranial);
  const lowest = brainHu - 0.45 * brainWindow.width;
  for (let i = 0; i < size; i++) {
    bytes[i] = byte((((density.hu.data[i] ?? 0) - lowest) / brainWindow.width) * 255);
    const place = skull.intracranial.data[i] !== 0 ? 1 : skull.bone.data[i] !== 0 ? 2 : 0;
    const named = (m.hypodense?.region.data[i] ?? 0) !== 0 ? 8 : 0;
    const ventricle = (m.csf?.central.data[i] ?? 0) !== 0 ? 16 : 0;
    bytes[size + i] = place + ((blood.data[i] ?? 0) !== 0 ? 4 : 0) + named + ventricle;
  }
  return bytes;
}

const files = readTable(`${data}/${source}/labels.csv`)
  .filter((row) => (fold === '' || row.fold === fold) && row.any_ich === '0')
  .filter((_, at) => at % Number(step) === 0)
  .map(({ file = '' }) => file);
mkdirSync(out, { recursive: true });
writeFileSync(`${out}/rows.bin`, '');
const rows: object[] = [];
for (const file of files) {
  const prepared = prepare(await readStudy(`${data}/${source}/${file}`));
  if (prepared.seen().upright === undefined) continue;
  const m = await measure(prepared, context);
  appendFileSync(`${out}/rows.bin`, planesOf(m));
  rows.push({ file, assessed: m.assessable.hypodensity && m.hypodense !== undefined });
}
writeFileSync(`${out}/rows.json`, JSON.stringify(rows));
console.log(source, rows.length, 'of', files.length);
