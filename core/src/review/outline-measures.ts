import { convexHull } from '../pixels/regions/convex-hull.ts';
import { hullDiameter } from '../pixels/regions/hull-diameter.ts';
import { polygonArea } from '../pixels/regions/polygon.ts';
import type { Measurement, Unit } from '../reading/measurement.ts';
import type { Outline, Point } from '../reading/outline.ts';
import { readerMethod } from './measure.ts';

/** Size of one pixel; `kind` `imager`: at the detector, so not a size in the patient. */
export interface Spacing {
  readonly x: number;
  readonly y: number;
  readonly kind: string;
}

interface Measures {
  /** The longest line between two points of the outline. */
  readonly longest: number;
  /** Of the longest line and the widest extent at right angles to it (Fleischner Society, 2017). */
  readonly meanDiameter: number;
  readonly area: number;
}

/** What follows from a drawn outline: in pixels, and in millimeters where the size of a pixel is known. */
export interface OutlineMeasures {
  readonly px: Measures;
  /** Null without spacing. */
  readonly mm: Measures | null;
  /** Whether millimeters are those in the patient. */
  readonly isCalibrated: boolean;
}

export function outlineMeasures(outline: Outline, spacing: Spacing | null): OutlineMeasures {
  const isKnown = spacing !== null && spacing.x > 0 && spacing.y > 0;
  return {
    px: measuresOf(outline),
    mm: isKnown ? measuresOf(outline.map(({ x, y }) => ({ x: x * spacing.x, y: y * spacing.y }))) : null,
    isCalibrated: isKnown && spacing.kind === 'calibrated',
  };
}

function measuresOf(outline: readonly Point[]): Measures {
  const hull = convexHull(outline);
  const { length: longest, axis } = hullDiameter(hull);
  const across = hull.map(({ x, y }) => y * axis.x - x * axis.y);
  const widest = Math.max(...across) - Math.min(...across);
  return { longest, meanDiameter: (longest + widest) / 2, area: polygonArea(outline) };
}

/** In millimeters where they may be used, and in pixels: rounded to a tenth. */
export function lengths(
  quantity: string,
  of: 'longest' | 'meanDiameter',
  { px, mm }: OutlineMeasures,
): Measurement[] {
  return [...(mm === null ? [] : [measurement(quantity, mm[of], 'mm')]), measurement(quantity, px[of], 'px')];
}

/** The measurements with these in place of all others of their quantities. */
export function withQuantities(all: readonly Measurement[], next: readonly Measurement[]): Measurement[] {
  const names = new Set(next.map(({ quantity }) => quantity));
  return [...all.filter(({ quantity }) => !names.has(quantity)), ...next];
}

export function measurement(quantity: string, value: number, unit: Unit): Measurement {
  return { quantity, value: Math.round(value * 10) / 10, unit, method: readerMethod };
}
