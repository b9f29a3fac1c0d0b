import type { Tensor } from '@second-read/core/analysis/engine';
import { type GreyPlane, greyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { findOpacityMaps } from './tissue.ts';

/** Lungs of 120 by 90 pixels with a gradient, at a place of a larger image. */
function placed(width: number, height: number, left: number, top: number): { plane: GreyPlane; lungs: Mask } {
  const plane = greyPlane(width, height);
  const lungs = mask(width, height);
  plane.data.fill(200);
  for (let y = 0; y < 90; y++) {
    for (let x = 0; x < 120; x++) {
      const at = (y + top) * width + x + left;
      plane.data[at] = 20 + ((x * 3 + y * 5) % 97);
      lungs.data[at] = 1;
    }
  }
  return { plane, lungs };
}

async function seenBy(given: { plane: GreyPlane; lungs: Mask }) {
  const pictures: Tensor[] = [];
  const infer = async (_model: string, { picture }: Readonly<Record<string, Tensor>>) => {
    if (picture === undefined) throw new Error('no picture');
    pictures.push(picture);
    const [, , height = 0, width = 0] = picture.dims;
    const size = (height / 2) * (width / 2);
    const data = new Float32Array(3 * size).fill(0.5);
    return { maps: { data, dims: [1, 3, height / 2, width / 2] } };
  };
  const maps = await findOpacityMaps({ ...given, quantity: 'relative' }, { infer });
  return { pictures, maps };
}

describe('the frame in which opacities are searched', () => {
  it('is that of the lungs, so that the framing of the image changes nothing', async () => {
    const tight = await seenBy(placed(120, 90, 0, 0));
    const wide = await seenBy(placed(400, 380, 140, 150));
    expect(wide.pictures).toHaveLength(1);
    expect(wide.pictures[0]?.dims).toEqual(tight.pictures[0]?.dims);
    expect(wide.pictures[0]?.data).toEqual(tight.pictures[0]?.data);
  });

  it('returns what was found at its place in the slice', async () => {
    const { maps } = await seenBy(placed(400, 380, 140, 150));
    expect(maps.opacity.data[200 * 400 + 200]).toBeCloseTo(0.5);
    expect(maps.opacity.data[10]).toBe(0);
  });

  it('finds nothing without lungs, and asks no network', async () => {
    const { pictures, maps } = await seenBy({ plane: greyPlane(64, 64), lungs: mask(64, 64) });
    expect(pictures).toHaveLength(0);
    expect(maps.consolidation.data.every((value) => value === 0)).toBe(true);
  });
});
