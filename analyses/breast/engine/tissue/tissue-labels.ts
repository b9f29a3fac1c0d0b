import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import { opening } from '@second-read/core/pixels/morphology/opening';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type GreyPlane, type LabelMap, type Mask, mask } from '@second-read/core/pixels/plane';
import { largestComponent } from '@second-read/core/pixels/regions/component-mask';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { boxOf, fillRows } from '../framing/region.ts';
import type { WorkingImage } from '../framing/working-image.ts';

/** Class numbers of the module's legend. */
export const tissueClass = { background: 0, adipose: 1, fibroglandular: 2, pectoral: 3 } as const;

/**
 * Share of gland among gland and fat from which a pixel is gland. The network is too cautious on films it has
 * not seen: there the Dice of gland is 0.73 at 0.25, 0.72 at 0.35 and 0.70 at one half (52 films, out of
 * fold). On digital pictures one half looks right by eye (the four samples), so the even air decides.
 */
const glandFrom = { film: 0.25, digital: 0.5 } as const;

/**
 * The likeliest class within one body. On film the network outlines it; against the even air of a digital
 * picture brightness does, unless the network is very sure.
 */
export function decideLabels(
  planes: readonly GreyPlane[],
  working: Pick<WorkingImage, 'body' | 'cleanAir'>,
): LabelMap {
  const [background, adipose, gland] = planes;
  const doubt = working.cleanAir ? 0.04 : 0.5;
  const inside = mask(working.body.width, working.body.height);
  for (let i = 0; i < inside.data.length; i++) {
    const body = 1 - (background?.data[i] ?? 1);
    if (body > (working.body.data[i] !== 0 ? doubt : 1 - doubt)) inside.data[i] = 1;
  }
  const body = fillRows(fillHoles(largestComponent(inside, 4)));
  const muscle = realMuscle(
    largestComponent(
      where(body, (i) => isMuscle(planes, i)),
      4,
    ),
    body,
  );
  const min = working.cleanAir ? glandFrom.digital : glandFrom.film;
  const dense = realGland(
    where(body, (i) => {
      const dense = gland?.data[i] ?? 0;
      return muscle.data[i] === 0 && dense > min * (dense + (adipose?.data[i] ?? 0));
    }),
    body,
  );
  const labels = mask(body.width, body.height);
  for (let i = 0; i < labels.data.length; i++) {
    if (body.data[i] === 0) continue;
    labels.data[i] = classAt(muscle.data[i] ?? 0, dense.data[i] ?? 0);
  }
  return labels;
}

function isMuscle(planes: readonly GreyPlane[], i: number): boolean {
  const [, adipose, gland, pectoral] = planes;
  return (pectoral?.data[i] ?? 0) > (adipose?.data[i] ?? 0) + (gland?.data[i] ?? 0);
}

/** Least share of the body, and of its height, of a muscle; less is a corner of a view without one. */
const minMuscle = { area: 0.008, height: 0.1 } as const;

function realMuscle(muscle: Mask, body: Mask): Mask {
  const box = boxOf(muscle);
  const whole = boxOf(body);
  if (box === null || whole === null) return muscle;
  const large = area(muscle) >= minMuscle.area * area(body) && box.height >= minMuscle.height * whole.height;
  return large ? muscle : mask(muscle.width, muscle.height);
}

/** Width of the skin as a share of the square root of the body's area: about 2.5 mm. */
const skinShare = 0.02;

/** Within this depth, about 8 mm, a strip along the skin is skin: gland there must be wider than the skin. */
const nearSkinShare = 0.07;

/** Without the skin line, which digital processing makes as bright as gland. */
function realGland(gland: Mask, body: Mask): Mask {
  const root = Math.sqrt(area(body));
  const depth = distanceTransform(padded(body));
  const open = opening(gland, disc(Math.max(1, Math.round(0.5 * skinShare * root))));
  const wide = opening(open, disc(Math.max(1, Math.round(1.1 * skinShare * root))));
  const width = body.width + 1;
  return where(open, (i) => {
    const deep = depth.data[Math.floor(i / body.width) * width + (i % body.width)] ?? 0;
    return deep > (wide.data[i] !== 0 ? skinShare : nearSkinShare) * root;
  });
}

/** A column of air is added on the far side; the other borders of the picture are no skin. */
function padded(body: Mask): Mask {
  const out = mask(body.width + 1, body.height);
  for (let y = 0; y < body.height; y++) {
    out.data.set(body.data.subarray(y * body.width, (y + 1) * body.width), y * out.width);
  }
  return out;
}

function where(region: Mask, holds: (i: number) => boolean): Mask {
  const out = mask(region.width, region.height);
  for (let i = 0; i < out.data.length; i++) if (region.data[i] !== 0 && holds(i)) out.data[i] = 1;
  return out;
}

function classAt(muscle: number, gland: number): number {
  if (muscle !== 0) return tissueClass.pectoral;
  return gland !== 0 ? tissueClass.fibroglandular : tissueClass.adipose;
}
