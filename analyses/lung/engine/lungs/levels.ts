import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import { above } from '@second-read/core/pixels/regions/mask-logic';
import type { Hounsfield } from '@second-read/core/pixels/units';
import { otsu } from '@second-read/core/pixels/values/otsu';
import { percentiles } from '@second-read/core/pixels/values/percentiles';

/** Grey values that stand for lung and for soft tissue in this picture, in units of its plane. */
export interface Levels {
  readonly lung: number;
  readonly soft: number;
  /** Below it is air or lung. */
  readonly threshold: number;
}

/** Usual CT values; the threshold between lung and soft tissue as in Hu et al., IEEE TMI 20 (2001), fixed. */
const lungHu: Hounsfield = -850;
const softHu: Hounsfield = 40;
const thresholdHu: Hounsfield = -400;

/**
 * Fixed for Hounsfield units; measured (Otsu, then the middle of each side) for pictures of unknown window.
 */
export function measureLevels(plane: GreyPlane, quantity: 'hounsfield' | 'relative'): Levels {
  if (quantity === 'hounsfield') return { lung: lungHu, soft: softHu, threshold: thresholdHu };
  const threshold = otsu(plane);
  const bright = above(plane, threshold);
  const dark = { ...bright, data: bright.data.map((value) => 1 - value) };
  const [soft = threshold] = percentiles(plane, [0.5], bright);
  const [lung = threshold] = percentiles(plane, [0.5], dark);
  return { lung, soft, threshold };
}

/** 0 for lung, 1 for soft tissue, cut to -0.5 … 1.5: the scale on which nodules and opacities are sought. */
export function relativeDensity(plane: GreyPlane, levels: Levels): GreyPlane {
  const out = greyPlane(plane.width, plane.height);
  const span = Math.max(levels.soft - levels.lung, 1e-6);
  for (let i = 0; i < out.data.length; i++) {
    const value = ((plane.data[i] ?? 0) - levels.lung) / span;
    out.data[i] = Math.min(Math.max(value, -0.5), 1.5);
  }
  return out;
}
