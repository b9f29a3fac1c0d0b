import { expect, it } from 'vitest';
import { greyStudy, painted } from '../study.test-support.ts';
import { softTissueView } from './soft-tissue-view.ts';

it('a head in a lung window shows its bone bright, its brain gray and its fluid dark', () => {
  // -1350 to 150 HU: air 60, fat 213, fluid 230, brain 235, bone cut off.
  const rings = [
    { radius: 20, gray: 230 },
    { radius: 80, gray: 235 },
    { radius: 90, gray: 255 },
    { radius: 94, gray: 213 },
  ];
  const head = painted(256, 256, (x, y) => {
    const distance = Math.hypot(x - 128, y - 128);
    return rings.find(({ radius }) => distance < radius)?.gray ?? 60;
  });
  const { grey } = softTissueView(greyStudy(head));
  const at = (distance: number) => grey.data[128 * 256 + 128 + distance] ?? -1;
  expect([at(127), at(92)]).toEqual([0, 0]);
  expect(at(10)).toBeLessThan(25);
  expect(at(50)).toBeGreaterThan(35);
  expect(at(50)).toBeLessThan(60);
  expect(at(85)).toBeGreaterThan(140);
});

it('a picture of one shade stays one', () => {
  const { grey } = softTissueView(greyStudy(painted(64, 64, () => 90)));
  expect(new Set(grey.data).size).toBe(1);
});
