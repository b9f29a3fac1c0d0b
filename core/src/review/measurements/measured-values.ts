import type { Unit } from '../../reading/measurement.ts';
import type { EllipsePoints } from './ellipse-statistics.ts';
import type { DrawnMeasurement, ImagePoint } from './reader-measurement.ts';

type PixelMm = DrawnMeasurement['pixelMm'];

/** One number of a measurement; rounded as every screen, paper and export states it. */
export interface MeasuredValue {
  readonly quantity: 'length' | 'angle' | 'area' | 'pixel_value';
  /** Of the pixel values in an ellipse. */
  readonly statistic?: 'mean' | 'sd' | 'min' | 'max';
  readonly value: number;
  readonly unit: Unit;
}

/** What a measurement comes to, from its points; in pixels where their size is not known. */
export function measuredValues(drawn: DrawnMeasurement): readonly MeasuredValue[] {
  const { tool, points, pixelMm } = drawn;
  switch (tool) {
    case 'length': {
      const value = tenth(distance(points[0], points[1], pixelMm));
      return [{ quantity: 'length', value, unit: pixelMm ? 'mm' : 'px' }];
    }
    case 'angle':
      return [{ quantity: 'angle', value: tenth(angleBetween(points, pixelMm)), unit: 'deg' }];
    case 'ellipse': {
      const { mean, sd, min, max } = drawn.statistics;
      const unit = unitOf(drawn);
      const area = tenth(ellipseArea(points, pixelMm));
      return [
        { quantity: 'pixel_value', statistic: 'mean', value: tenth(mean), unit },
        { quantity: 'pixel_value', statistic: 'sd', value: tenth(sd), unit },
        { quantity: 'pixel_value', statistic: 'min', value: Math.round(min), unit },
        { quantity: 'pixel_value', statistic: 'max', value: Math.round(max), unit },
        { quantity: 'area', value: area, unit: pixelMm ? 'mm2' : 'px2' },
      ];
    }
    case 'arrow':
      return [];
    case 'probe':
      return drawn.values.map((value) => ({ quantity: 'pixel_value', value, unit: unitOf(drawn) }));
  }
}

const tenth = (value: number) => Math.round(value * 10) / 10;

function unitOf({ unit }: { readonly unit: 'HU' | '' }): Unit {
  return unit === 'HU' ? 'HU' : 'ratio';
}

const squarePixels = { x: 1, y: 1 };

/** In millimeters where the size of a pixel is known, else in pixels. */
export function distance(from: ImagePoint, to: ImagePoint, pixelMm: PixelMm): number {
  const { x, y } = pixelMm ?? squarePixels;
  return Math.hypot((to.x - from.x) * x, (to.y - from.y) * y);
}

type AnglePoints = readonly [from: ImagePoint, at: ImagePoint, to: ImagePoint];

/** At the middle one of three points, in degrees, 0 to 180; pixels count as square where nothing is known. */
export function angleBetween([from, at, to]: AnglePoints, pixelMm: PixelMm): number {
  const { x, y } = pixelMm ?? squarePixels;
  const [ax, ay] = [(from.x - at.x) * x, (from.y - at.y) * y];
  const [bx, by] = [(to.x - at.x) * x, (to.y - at.y) * y];
  return (Math.atan2(Math.abs(ax * by - ay * bx), ax * bx + ay * by) * 180) / Math.PI;
}

function ellipseArea([bottom, top, left, right]: EllipsePoints, pixelMm: PixelMm): number {
  const { x, y } = pixelMm ?? squarePixels;
  const cross = (right.x - left.x) * (bottom.y - top.y) - (right.y - left.y) * (bottom.x - top.x);
  return (Math.PI / 4) * Math.abs(cross) * x * y;
}
