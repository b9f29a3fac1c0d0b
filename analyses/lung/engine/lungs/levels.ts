import { boxBlur } from '@second-read/core/pixels/filters/box-blur';
import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { erode } from '@second-read/core/pixels/morphology/erode';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import { keepComponents } from '@second-read/core/pixels/regions/component-mask';
import {
  type Component,
  type Components,
  connectedComponents,
} from '@second-read/core/pixels/regions/connected-components';
import { above, area, difference, intersection, invert } from '@second-read/core/pixels/regions/mask-logic';
import type { Hounsfield } from '@second-read/core/pixels/units';
import { otsu } from '@second-read/core/pixels/values/otsu';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import { blackest } from './clipped.ts';
import { softTissueModes } from './soft-tissue-modes.ts';

/** Grey values that stand for lung and for soft tissue in this picture, in units of its plane. */
export interface Levels {
  readonly lung: number;
  readonly soft: number;
  /** Below it is air or lung. */
  readonly threshold: number;
  /** Whether the window of an 8-bit picture shows air and lungs as one black, and fat grey. */
  readonly isAirBlack: boolean;
  /** Such a window that is narrow enough to part fat from muscle widely. */
  readonly isSoftTissue: boolean;
}

/** Usual CT values; the threshold between lung and soft tissue as in Hu et al., IEEE TMI 20 (2001), fixed. */
const lungHu: Hounsfield = -850;
const softHu: Hounsfield = 40;
const lungWindow = { isAirBlack: false, isSoftTissue: false } as const;
const thresholdHu: Hounsfield = -400;

/**
 * Fixed for Hounsfield units; measured (Otsu, then the middle of each side) for pictures of unknown window.
 */
export function measureLevels(plane: GreyPlane, quantity: 'hounsfield' | 'relative'): Levels {
  if (quantity === 'hounsfield') {
    return { lung: lungHu, soft: softHu, threshold: thresholdHu, ...lungWindow };
  }
  const { threshold, ...window } = airThreshold(plane);
  const bright = above(plane, threshold);
  const dark = { ...bright, data: bright.data.map((value) => 1 - value) };
  const [soft = threshold] = percentiles(plane, [0.5], bright);
  const [lung = threshold] = percentiles(plane, [0.5], dark);
  return { lung, soft, threshold, ...window };
}

/** Black regions of this share of the picture, and altogether of this one, enclosed: the lungs. */
const minBlackPart = 0.01;
const minBlackLungs = 0.03;
const smoothing = 2;
/**
 * Nearer to black, of the way to the brighter half, the dark half is lung, as in a window from -1000 HU on.
 */
const minFat = 0.25;
/** Gray levels between the peaks of fat and muscle, some 150 HU apart: windows up to 850 HU wide. */
const minParted = 45;
/** Beneath the skin, pixels from the air around the body, this share is dark where that is fat. */
const beneathSkin = { from: 4, to: 11, min: 0.4 };
/** Of the way from black to fat. */
const towardsFat = 0.5;

/** Where a window shows air and lungs black, fat is the dark half of the rest, and no air. */
function airThreshold(plane: GreyPlane): Omit<Levels, 'lung' | 'soft'> {
  const whole = otsu(plane);
  const limit = blackest(plane);
  const shown = above(plane, limit);
  const middle = otsu(plane, { inside: shown });
  const dark = intersection(shown, invert(above(plane, middle)));
  const [fat = whole] = percentiles(plane, [0.5], dark);
  // Averaged, so that the noise of air is no tissue.
  const black = connectedComponents(invert(above(boxBlur(plane, smoothing), limit)), 4);
  const isLung = fat < limit + minFat * (middle - limit);
  if (isLung || (!hasBlackLungs(black) && !isFat(dark, black))) {
    return { threshold: whole, ...lungWindow };
  }
  const { peaks } = softTissueModes(plane, shown, null);
  const [first, second] = peaks;
  const fatPeak = first !== undefined && second !== undefined ? Math.min(fat, first) : fat;
  return {
    threshold: Math.min(whole, limit + towardsFat * (fatPeak - limit)),
    isAirBlack: true,
    isSoftTissue: first !== undefined && second !== undefined && second - first >= minParted,
  };
}

function isEnclosed({ box }: Component, { width, height }: Pick<Mask, 'width' | 'height'>): boolean {
  return box.x > 0 && box.y > 0 && box.x + box.width < width && box.y + box.height < height;
}

function hasBlackLungs({ components, labels }: Components): boolean {
  const size = labels.width * labels.height;
  const lungs = components.filter((part) => part.area >= minBlackPart * size && isEnclosed(part, labels));
  return lungs.reduce((sum, { area }) => sum + area, 0) >= minBlackLungs * size;
}

/**
 * Even black over this share of the picture is air around a body: the corners of a round frame have 0.2 in
 * all, and air in a lung window is black in specks alone. The blurred edge is left out, pixels.
 */
const airAround = { minShare: 0.25, edge: 3 };

/**
 * Lung never lies beneath the skin; what reaches the picture's border may be air within a black frame, but
 * for shoulders where the black is larger.
 */
function isFat(dark: Mask, black: Components): boolean {
  const size = dark.data.length;
  const around = keepComponents(black, (part) => !isEnclosed(part, black.labels));
  const ring = difference(dilate(around, disc(beneathSkin.to)), dilate(around, disc(beneathSkin.from)));
  const isLarge = area(erode(around, disc(airAround.edge))) >= airAround.minShare * size;
  const parts = connectedComponents(dark, 4);
  const beneath = keepComponents(parts, (part) => isLarge || isEnclosed(part, dark));
  return area(around) > 0 && area(intersection(beneath, ring)) >= beneathSkin.min * area(ring);
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
