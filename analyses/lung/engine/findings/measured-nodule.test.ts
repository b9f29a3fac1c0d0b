import { greyPlane } from '@second-read/core/pixels/plane';
import { expect, it } from 'vitest';
import { greyStudy } from '../../../study.test-support.ts';
import { measureNodule } from './measured-nodule.ts';

/** A disc of a diameter in pixels of a whole slice. */
function kindOf(diameter: number, pixelMm?: number, bodyWidth?: number) {
  const plane = greyPlane(512, 512);
  const mask = { width: 512, height: 512, data: new Uint8Array(512 * 512) };
  for (let y = 0; y < 512; y++)
    for (let x = 0; x < 512; x++)
      if (Math.hypot(x - 256, y - 256) <= diameter / 2) mask.data[y * 512 + x] = 1;
  const nodule = { mask, box: { x: 0, y: 0, width: 512, height: 512 }, areaPx: 1, score: 1 };
  const working = { plane, scale: 1, ...(pixelMm !== undefined && { pixelMm }) };
  const place = { side: 'left', third: null, near: null } as const;
  const study = greyStudy(plane);
  return measureNodule(nodule, { density: plane, working, study, place, ...(bodyWidth && { bodyWidth }) })
    .kind;
}

it.each([
  [50, 0.65, 'mass'],
  [44, 0.65, 'nodule'],
])('%d pixels of %d mm are a %s, by 30 mm', (diameter, mm, kind) => {
  expect(kindOf(diameter, mm)).toBe(kind);
});

it('leaves open what is neither in every usual field of view', () => {
  expect(kindOf(20)).toBe('nodule');
  expect(kindOf(50)).toBe('nodule_or_mass');
  expect(kindOf(90)).toBe('mass');
});

it('knows more where the body takes a part of the picture alone: a chest is at least 27.5 cm wide', () => {
  expect(kindOf(55, undefined, 420)).toBe('mass');
  expect(kindOf(50, undefined, 512)).toBe('nodule_or_mass');
  expect(kindOf(31, undefined, 60)).toBe('mass');
});
