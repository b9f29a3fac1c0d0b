import { expect, it } from 'vitest';
import { context, greyStudy, painted } from '../../../study.test-support.ts';
import { engine } from '../engine.ts';
import { chestPhantom } from '../phantom.test-support.ts';
import { foreignIn, isOfPatient } from './foreign.ts';

const hounsfield = { quantity: 'hounsfield' } as const;

/** A disc as a region of a plane of 100 by 100. */
function disc(cx: number, cy: number, radius: number) {
  const inside = (x: number, y: number) => Number(Math.hypot(x - cx, y - cy) <= radius);
  const data = Uint8Array.from(painted(100, 100, inside).data);
  const box = { x: cx - radius, y: cy - radius, width: 2 * radius + 1, height: 2 * radius + 1 };
  return { mask: { width: 100, height: 100, data }, box, areaPx: data.reduce((sum, one) => sum + one, 0) };
}

it.each([
  ['a wire', 1, 3000, 3],
  ['the line of a tube, half in its pixel', 1, 1600, 2],
])('%s is not of the patient', (_, radius, hu, region) => {
  const grey = painted(200, 200, (x, y) => (Math.hypot(x - 100, y - 100) <= 2 * radius ? hu : -850));
  const foreign = foreignIn(greyStudy(grey, hounsfield), disc(50, 50, 49).mask);
  expect(isOfPatient(disc(50, 50, region), foreign)).toBe(false);
  expect(isOfPatient(disc(70, 50, region), foreign)).toBe(true);
});

it('a clip in a mass and a calcified granuloma are', () => {
  const grey = painted(100, 100, (x, y) =>
    x === 50 && y === 50 ? 3000 : Math.hypot(x - 50, y - 20) < 4 ? 1100 : 40,
  );
  const foreign = foreignIn(greyStudy(grey, hounsfield), disc(50, 50, 49).mask);
  expect(isOfPatient(disc(50, 50, 12), foreign)).toBe(true);
  expect(isOfPatient(disc(50, 20, 3), foreign)).toBe(true);
});

it('what lies outside the body is not, in any image', () => {
  const foreign = foreignIn(greyStudy(painted(100, 100, () => 90)), disc(50, 50, 30).mask);
  expect(isOfPatient(disc(50, 90, 5), foreign)).toBe(false);
});

it('the engine names no lead in a lung as a nodule, nor offers it as a place to look at', async () => {
  const spacing = { xMm: 0.7, yMm: 0.7, kind: 'calibrated' } as const;
  const chest = (hu: number) =>
    engine.prepare(greyStudy(chestPhantom([{ x: 190, y: 128, radius: 4, hu }]), { ...hounsfield, spacing }));
  const lead = await engine.analyse(chest(3000), context);
  expect(lead.reading.findings[0]).toMatchObject({ type: 'nodule', state: 'not_found' });
  expect([lead.candidates, lead.evidence?.marks]).toEqual([[], []]);
  const nodule = await engine.analyse(chest(40), context);
  expect(nodule.reading.findings[0]).toMatchObject({ state: 'found', side: 'left' });
});
