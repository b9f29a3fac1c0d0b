import type { Mask } from '../plane.ts';
import { type Point, traceContour } from './contour.ts';
import { convexHull } from './convex-hull.ts';
import { perimeter, polygonArea } from './polygon.ts';

/** Shape measures of one region, in pixels; terms as in scikit-image's `regionprops`. */
export interface RegionShape {
  readonly area: number;
  readonly centroid: Point;
  /** Of the ellipse with the region's second moments. */
  readonly majorAxis: number;
  readonly minorAxis: number;
  /** 0 for a circle, towards 1 for a line. */
  readonly eccentricity: number;
  /** Direction of the major axis: radians clockwise on screen from the x axis, -π/2 to π/2. */
  readonly orientation: number;
  /** Length of the traced outer boundary. */
  readonly perimeter: number;
  /** Area over the area of the convex hull, at most 1. */
  readonly solidity: number;
  /**
   * 4π area / perimeter², with the boundary half a pixel outside the traced centres; 1 for a disc, at most 1.
   */
  readonly circularity: number;
  /** Largest distance between two boundary pixels, plus one pixel. */
  readonly feretDiameter: number;
}

/** Measures a mask of one component; null when it is empty. */
export function regionShape(mask: Mask): RegionShape | null {
  const moments = secondMoments(mask);
  if (moments === null) return null;
  const { area, centroid, xx, yy, xy } = moments;
  const spread = Math.hypot(xx - yy, 2 * xy);
  const majorAxis = 4 * Math.sqrt((xx + yy + spread) / 2);
  const minorAxis = 4 * Math.sqrt(Math.max(0, (xx + yy - spread) / 2));
  const contour = traceContour(mask);
  const length = perimeter(contour);
  const outer = length + Math.PI;
  return {
    area,
    centroid,
    majorAxis,
    minorAxis,
    eccentricity: Math.sqrt(Math.max(0, 1 - (minorAxis / majorAxis) ** 2)),
    orientation: 0.5 * Math.atan2(2 * xy, xx - yy),
    perimeter: length,
    solidity: Math.min(1, area / polygonArea(convexHull(contour.flatMap(corners)))),
    circularity: Math.min(1, (4 * Math.PI * area) / (outer * outer)),
    feretDiameter: feret(convexHull(contour)) + 1,
  };
}

function corners({ x, y }: Point): Point[] {
  return [
    { x: x - 0.5, y: y - 0.5 },
    { x: x + 0.5, y: y - 0.5 },
    { x: x - 0.5, y: y + 0.5 },
    { x: x + 0.5, y: y + 0.5 },
  ];
}

function feret(hull: readonly Point[]): number {
  let longest = 0;
  for (const a of hull) {
    for (const b of hull) longest = Math.max(longest, Math.hypot(a.x - b.x, a.y - b.y));
  }
  return longest;
}

/** Central moments per pixel; 1/12 is the variance of a pixel's own square. */
function secondMoments(mask: Mask) {
  let area = 0;
  let sx = 0;
  let sy = 0;
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] === 0) continue;
    area++;
    sx += i % mask.width;
    sy += Math.floor(i / mask.width);
  }
  if (area === 0) return null;
  const centroid = { x: sx / area, y: sy / area };
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] === 0) continue;
    const dx = (i % mask.width) - centroid.x;
    const dy = Math.floor(i / mask.width) - centroid.y;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  return { area, centroid, xx: xx / area + 1 / 12, yy: yy / area + 1 / 12, xy: xy / area };
}
