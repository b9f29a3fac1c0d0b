import { erode } from '@second-read/core/pixels/morphology/erode';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type GreyPlane, mask } from '@second-read/core/pixels/plane';
import { area, union } from '@second-read/core/pixels/regions/mask-logic';
import type { Hounsfield } from '@second-read/core/pixels/units';
import { median } from '@second-read/core/pixels/values/percentiles';
import type { Lungs } from './lungs.ts';

/** Gas without tissue; lung of two whole series has a median of -700 to -880 HU on every slice. */
const gasBelow: Hounsfield = -930;
/** Of the picture: more is lung, which emphysema can make as dark. */
const maxShare = 0.02;
/** The blurred wall is left out, pixels. */
const wall = 3;

/** Lungs of a slice in Hounsfield units; none where the dark parts are few and hold gas, as in an abdomen. */
export function withoutBowelGas(lungs: Lungs, plane: GreyPlane, quantity: 'hounsfield' | 'relative'): Lungs {
  const both = union(lungs.left, lungs.right);
  if (quantity !== 'hounsfield' || area(both) > maxShare * both.data.length) return lungs;
  const core = erode(both, disc(wall));
  if (area(core) === 0 || median(plane, core) >= gasBelow) return lungs;
  const none = mask(both.width, both.height);
  return { ...lungs, left: none, right: none };
}
