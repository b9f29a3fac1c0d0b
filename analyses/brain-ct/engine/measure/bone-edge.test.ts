import { greyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { withoutBoneEdges } from './bone-edge.ts';

/** Two parts in a plane of 60 by 30: one of the given densities at the left, one at the right. */
function shown(left: number, right: number) {
  const region: Mask = mask(60, 30);
  const hu = greyPlane(60, 30);
  for (let y = 5; y < 17; y++) {
    for (let x = 0; x < 12; x++) {
      for (const [x0, density] of [[3, left] as const, [40, right] as const]) {
        region.data[y * 60 + x0 + x] = 1;
        hu.data[y * 60 + x0 + x] = density;
      }
    }
  }
  return { region, hu };
}
const parts = ({ data }: Mask) => [data[10 * 60 + 8], data[10 * 60 + 45]];

describe('the edges of bone in an outlined bleeding', () => {
  it('are left out at the base of the skull, where blood remains', () => {
    const { region, hu } = shown(55, 90);
    expect(parts(withoutBoneEdges(region, hu, 'basal cisterns'))).toEqual([1, 0]);
    expect(parts(withoutBoneEdges(region, hu, 'posterior fossa'))).toEqual([1, 0]);
  });

  it('stay where nothing else was outlined, and on levels without such bone', () => {
    const { region, hu } = shown(85, 90);
    expect(parts(withoutBoneEdges(region, hu, 'basal cisterns'))).toEqual([1, 1]);
    const above = shown(55, 90);
    expect(parts(withoutBoneEdges(above.region, above.hu, 'lateral ventricles'))).toEqual([1, 1]);
  });
});
