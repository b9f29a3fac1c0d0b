import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { erode } from '@second-read/core/pixels/morphology/erode';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { componentMask, keepComponents } from '@second-read/core/pixels/regions/component-mask';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { area, difference, intersection, union } from '@second-read/core/pixels/regions/mask-logic';
import type { Hounsfield } from '@second-read/core/pixels/units';
import { median } from '@second-read/core/pixels/values/percentiles';
import type { Air } from './air.ts';
import { greyScaleOf } from './grey-scale.ts';
import type { Levels } from './levels.ts';
import type { Lungs } from './lungs.ts';

/** Gas without tissue; lung of two whole series has a median of -700 to -880 HU on every slice. */
const gasBelow: Hounsfield = -930;
/** Of the picture: a larger dark part is lung, which emphysema can make as dark. */
const maxShare = 0.02;
/** With more lung than this share of the picture the slice lies above stomach and bowel. */
const maxLungs = 0.08;
/** The blurred wall is left out, pixels. */
const wall = 3;
/** Of an 8-bit picture: a window that begins above this shows lung and gas as one black. */
const maxBlack: Hounsfield = -800;
const airHu: Hounsfield = -1000;
const softHu: Hounsfield = 40;
/** Air this near to the body, pixels, beyond its blurred edge, has the density of gas within it. */
const beside = { from: 3, to: 15 };

interface Seen {
  readonly plane: GreyPlane;
  readonly quantity: 'hounsfield' | 'relative';
  readonly levels: Pick<Levels, 'soft'>;
  readonly air: Pick<Air, 'outside' | 'body'>;
  /** Whether the slice may lie above or below the lungs: then gas of any size is none. */
  readonly mayBeAway: boolean;
}

/** Lungs of a slice that shows few: dark parts that hold gas alone, as stomach and bowel do, are none. */
export function withoutBowelGas(lungs: Lungs, seen: Seen): Lungs {
  const both = union(lungs.left, lungs.right);
  const size = both.data.length;
  if (area(both) === 0 || (!seen.mayBeAway && area(both) > maxLungs * size)) return lungs;
  const limit = gasLimit(seen, both);
  if (limit === undefined) return lungs;
  const parts = connectedComponents(both, 4);
  const gas = keepComponents(parts, (part) => {
    if (!seen.mayBeAway && part.area > maxShare * size) return false;
    const core = erode(componentMask(parts, part.label), disc(wall));
    return area(core) > 0 && median(seen.plane, core) < limit;
  });
  return { ...lungs, left: difference(lungs.left, gas), right: difference(lungs.right, gas) };
}

/** Gray below which a part holds gas; undefined where the window does not tell. */
function gasLimit({ plane, quantity, levels, air }: Seen, lungs: Mask): number | undefined {
  if (quantity === 'hounsfield') return gasBelow;
  const scale = greyScaleOf(plane, lungs, air.body);
  if (scale === null || scale.black > maxBlack) return undefined;
  const ring = difference(dilate(air.body, disc(beside.to)), dilate(air.body, disc(beside.from)));
  const around = intersection(ring, air.outside);
  if (area(around) === 0) return undefined;
  const darkest = median(plane, around);
  return darkest + ((gasBelow - airHu) / (softHu - airHu)) * (levels.soft - darkest);
}
