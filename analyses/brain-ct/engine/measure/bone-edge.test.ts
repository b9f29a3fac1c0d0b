import { greyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import type { SliceLevel } from '../../reading/codes.ts';
import type { Skull } from '../head/skull.ts';
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

/** A skull of 60 by 30 that encloses what `isInside` says, with bone where `isBone` says. */
function skullOf(isInside: (x: number) => boolean, isBone: (x: number) => boolean): Skull {
  const [bone, intracranial] = [mask(60, 30), mask(60, 30)];
  for (let i = 0; i < bone.data.length; i++) {
    bone.data[i] = isBone(i % 60) ? 1 : 0;
    intracranial.data[i] = isInside(i % 60) ? 1 : 0;
  }
  return { bone, intracranial, closure: 1 };
}
const wide = skullOf(
  () => true,
  () => false,
);
const onLevel = ({ region, hu }: ReturnType<typeof shown>, level: SliceLevel, skull = wide) =>
  withoutBoneEdges(region, hu, skull, level);
const parts = ({ data }: Mask) => [data[10 * 60 + 8], data[10 * 60 + 45]];

describe('the edges of bone in an outlined bleeding', () => {
  it('are left out at the base of the skull, where blood remains', () => {
    const place = shown(55, 90);
    expect(parts(onLevel(place, 'basal cisterns').region)).toEqual([1, 0]);
    expect(parts(onLevel(place, 'posterior fossa').region)).toEqual([1, 0]);
  });

  it('stay where nothing else was outlined, and on levels without such bone', () => {
    expect(parts(onLevel(shown(85, 90), 'basal cisterns').region)).toEqual([1, 1]);
    expect(parts(onLevel(shown(55, 90), 'lateral ventricles').region)).toEqual([1, 1]);
  });
});

/** Inside the skull from column 25 on, with bone at its right end: as a tilted slice cuts the base. */
const tilted = skullOf(
  (x) => x >= 25,
  (x) => x >= 48,
);

describe('bone of the base that is cut in part', () => {
  it('is told by bone beside it and no brain opposite, however dense it looks', () => {
    const told = onLevel(shown(55, 55), 'basal cisterns', tilted);
    expect(parts(told.region)).toEqual([1, 0]);
    expect(told.isBoneAlone).toBe(false);
  });

  it('is said to be alone where nothing as large as a bleeding is left', () => {
    const place = shown(55, 55);
    for (let i = 0; i < place.region.data.length; i++) if (i % 60 < 30) place.region.data[i] = 0;
    expect(onLevel(place, 'basal cisterns', tilted).isBoneAlone).toBe(true);
    expect(onLevel(place, 'lateral ventricles', tilted).isBoneAlone).toBe(false);
  });

  it('is not told where no bone is beside the place', () => {
    const place = shown(55, 55);
    for (let i = 0; i < place.region.data.length; i++) if (i % 60 < 30) place.region.data[i] = 0;
    const alike = skullOf(
      () => true,
      (x) => x < 5 || x >= 55,
    );
    expect(onLevel(place, 'basal cisterns', { ...alike, bone: mask(60, 30) }).isBoneAlone).toBe(false);
  });
});
