/**
 * How much of an opened head is enclosed, by rays alone and with the network: `npx tsx
 * training/brain-ct/engine/open-skull.ts OPENED` (skull_opened.py). Prints Dice against the whole skull's
 * inside; where the bone was taken out nothing is known.
 */
import { readFileSync } from 'node:fs';
import { withOpenPart } from '../../../analyses/brain-ct/engine/head/open-skull.ts';
import { findSkull } from '../../../analyses/brain-ct/engine/head/skull.ts';
import { canvasSide } from '../../../analyses/brain-ct/engine/head/upright-head.ts';
import { infer } from '../../../analyses/study.test-support.ts';
import { greyPlane, mask } from '../../../core/src/pixels/plane.ts';
import { dice, difference } from '../../../core/src/pixels/regions/mask-logic.ts';

const bytes = readFileSync(process.argv[2] ?? '');
const size = canvasSide * canvasSide;
const found: { closure: number; rays: number; joined: number }[] = [];
for (let at = 0; at < bytes.length; at += 3 * size) {
  const grey = greyPlane(canvasSide, canvasSide);
  const [inside, unknown] = [mask(canvasSide, canvasSide), mask(canvasSide, canvasSide)];
  for (let i = 0; i < size; i++) {
    grey.data[i] = (bytes[at + i] ?? 0) / 255;
    inside.data[i] = bytes[at + size + i] ?? 0;
    unknown.data[i] = bytes[at + 2 * size + i] ?? 0;
  }
  const skull = findSkull(grey);
  const joined = await withOpenPart(grey, skull, infer);
  const [rays, both] = [skull, joined].map((one) => dice(inside, difference(one.intracranial, unknown)));
  found.push({ closure: skull.closure, rays: rays ?? 0, joined: both ?? 0 });
}
const mean = (values: readonly number[]) => (values.reduce((a, b) => a + b, 0) / values.length).toFixed(4);
for (const [name, part] of [
  ['told to be open', found.filter(({ closure, rays, joined }) => closure < 0.93 || rays !== joined)],
  ['all', found],
] as const) {
  const below = (key: 'rays' | 'joined') => part.filter((row) => row[key] < 0.95).length;
  console.log(name, part.length, 'rays', mean(part.map(({ rays }) => rays)), 'below 0.95:', below('rays'));
  console.log('  with the network', mean(part.map(({ joined }) => joined)), 'below 0.95:', below('joined'));
}
