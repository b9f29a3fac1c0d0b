import { expect, it } from 'vitest';
import { metalPixels, metalSlices } from './metal.ts';

const slice = (index: number, metalPx: number | null, pixelMm: { x: number; y: number } | null) =>
  ({ index, pixelMm, evidence: { marks: [], facts: { metalPx } } }) as unknown as Parameters<
    typeof metalSlices
  >[0][number];

it('metal is what Hounsfield units put beyond bone, and is not told without them', () => {
  const grey = { width: 4, height: 1, data: Float32Array.of(-1000, 1900, 2500, 3071) };
  expect(metalPixels({ quantity: 'hounsfield', grey })).toBe(2);
  expect(metalPixels({ quantity: 'relative', grey })).toBeNull();
});

it('a slice shows metal from an area of 5 mm², or 15 pixels of unknown size', () => {
  const half = { x: 0.5, y: 0.5 };
  const slices = [
    slice(0, null, half),
    slice(1, 8, half),
    slice(2, 20, half),
    slice(3, 14, null),
    slice(4, 15, null),
  ];
  expect(metalSlices(slices)).toEqual([2, 4]);
});
