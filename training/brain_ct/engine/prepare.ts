/**
 * Puts every slice upright on the engine's own canvas, so that training and reading see the same thing.
 * `prepare.ts DATASET OUT`: writes OUT/canvas.bin (n × 2 × 256 × 256 bytes:
 * grey 0-255, and 1 inside the skull, 2 bone, 4 more where the set outlines or boxes a bleeding, 8 more where
 * it outlines an infarct or edema) and OUT/index.csv (row, file, the window that was found; slices without a
 * head are left out). Needs window.onnx and skull.onnx in the module's model folder.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { canvasSide } from '../../../analyses/brain-ct/engine/head/upright-head.ts';
import { see } from '../../../analyses/brain-ct/engine/seen.ts';
import { normalise } from '../../../analyses/brain-ct/engine/window/normalised.ts';
import type { PictureWindow } from '../../../analyses/brain-ct/engine/window/window.ts';
import { infer } from '../../../analyses/study.test-support.ts';
import type { Study } from '../../../core/src/decode/study.ts';
import { type GreyPlane, greyPlane } from '../../../core/src/pixels/plane.ts';
import { warpAffine } from '../../../core/src/pixels/sampling/warp-affine.ts';
import { readStudy } from '../../engine/read-study.ts';
import { type Row, readTable } from '../../engine/tables.ts';

const [dataset = '', out = ''] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
writeFileSync(`${out}/canvas.bin`, '');
const index = ['row,file,turn,scale,closure,inside,width,centre,spread,brain'];
let written = 0;
for (const label of readTable(`${dataset}/labels.csv`)) {
  const { file } = label;
  const study = await readStudy(`${dataset}/${file}`);
  const { shown, upright, stretched } = see(study);
  if (upright === undefined) {
    console.log('no head', file);
    continue;
  }
  const { grey, skull, density } = await normalise(
    { shown, upright, stretched, quantity: study.quantity },
    infer,
  );
  const inside = skull.intracranial.data.reduce((sum, value) => sum + value, 0);
  const bytes = new Uint8Array(2 * canvasSide * canvasSide);
  const canvas = { width: canvasSide, height: canvasSide, fill: 0 };
  const bleeding = warpAffine(await bleedingOf(label, study), upright.toStudy, canvas);
  const hypodense = warpAffine(await hypodenseOf(label, study), upright.toStudy, canvas);
  for (let i = 0; i < canvasSide * canvasSide; i++) {
    bytes[i] = Math.round((grey.data[i] ?? 0) * 255);
    const region = skull.intracranial.data[i] !== 0 ? 1 : skull.bone.data[i] !== 0 ? 2 : 0;
    const outlined = ((bleeding.data[i] ?? 0) > 0.5 ? 4 : 0) + ((hypodense.data[i] ?? 0) > 0.5 ? 8 : 0);
    bytes[canvasSide * canvasSide + i] = region + outlined;
  }
  appendFileSync(`${out}/canvas.bin`, bytes);
  index.push(
    `${written++},${file},${upright.turn.toFixed(4)},${upright.scale.toFixed(4)},${skull.closure.toFixed(3)},${inside},${windowOf(density.window)}`,
  );
  if (written % 200 === 0) console.log(written);
}
writeFileSync(`${out}/index.csv`, `${index.join('\n')}\n`);

/** 1 where the set outlines a bleeding, else where it boxes one, on the picture; infarcts do not count. */
async function bleedingOf(label: Row, study: Study): Promise<GreyPlane> {
  const outline = label.haemorrhage_pseudo || (label.any_ich === '1' ? label.mask : '');
  const out = greyPlane(study.width, study.height);
  if (outline) return outlineIn(outline, out);
  for (const box of (label.boxes ?? '').split('|').filter(Boolean)) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = (box.split(':')[1] ?? '').split(',').map(Number);
    for (let y = y0; y < y1; y++) out.data.fill(1, y * study.width + x0, y * study.width + x1);
  }
  return out;
}

/** 1 where the set outlines an infarct or the edema of a bleeding, on the picture. */
async function hypodenseOf(label: Row, study: Study): Promise<GreyPlane> {
  const outline = label.oedema_mask || (label.any_ich === '0' ? label.mask : '');
  const out = greyPlane(study.width, study.height);
  return outline ? outlineIn(outline, out) : out;
}

async function outlineIn(outline: string, out: GreyPlane): Promise<GreyPlane> {
  const { data, info } = await sharp(`${dataset}/${outline}`)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let i = 0; i < out.data.length; i++) out.data[i] = (data[i * info.channels] ?? 0) > 0 ? 1 : 0;
  return out;
}

function windowOf(window: PictureWindow | undefined): string {
  if (window === undefined) return ',,,';
  const { width, centre, spread, brain } = window;
  return [width.toFixed(1), centre.toFixed(1), spread.toFixed(3), brain.toFixed(4)].join(',');
}
