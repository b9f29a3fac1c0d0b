import type { ImagePoint, MeasureTool } from './measure.ts';

export interface Measurement {
  readonly id: string;
  readonly tool: MeasureTool;
  /**
   * In pixels of the image; of an ellipse the ends of its axes: bottom, top, left, right; of an arrow its
   * tip, then its other end.
   */
  readonly points: readonly ImagePoint[];
  /** What the reader wrote at an arrow. */
  readonly text?: string;
  /** Of a version that is not the reader's to change. */
  readonly isFixed?: boolean;
}

const measureTools: ReadonlySet<string> = new Set<MeasureTool>([
  'length',
  'angle',
  'ellipse',
  'probe',
  'arrow',
]);

export function isMeasureTool(tool: string): tool is MeasureTool {
  return measureTools.has(tool);
}

export function newMeasurement(tool: MeasureTool, points: readonly ImagePoint[]): Measurement {
  return { id: crypto.randomUUID(), tool, points };
}

/** The ends of the axes of the ellipse in a box. */
export function ellipseIn([x1, y1]: ImagePoint, [x2, y2]: ImagePoint): readonly ImagePoint[] {
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [
    [x, bottom],
    [x, top],
    [left, y],
    [right, y],
  ];
}

/** The measurement with one of its points dragged to another place. */
export function withPoint(measurement: Measurement, which: number, to: ImagePoint): Measurement {
  const { tool, points } = measurement;
  if (tool !== 'ellipse')
    return { ...measurement, points: points.map((point, at) => (at === which ? to : point)) };
  const [bottom, top, left, right] = points.map((point, at) => (at === which ? to : point));
  if (!bottom || !top || !left || !right) return measurement;
  return { ...measurement, points: ellipseIn([left[0], top[1]], [right[0], bottom[1]]) };
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const nowhere: ImageSize = { width: 0, height: 0 };

/** The place on an image of that size that is nearest to a point. */
export function nearestOn(size: ImageSize | null, [x, y]: ImagePoint): ImagePoint {
  const { width, height } = size ?? nowhere;
  return [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
}

/** Moved as far as it stays on an image of that size. */
export function movedBy(measurement: Measurement, [dx, dy]: ImagePoint, size: ImageSize | null): Measurement {
  const { width, height } = size ?? nowhere;
  const { points } = measurement;
  const held = (by: number, at: readonly number[], size: number) =>
    Math.max(-Math.min(...at), Math.min(by, size - Math.max(...at)));
  const x = held(
    dx,
    points.map((point) => point[0]),
    width,
  );
  const y = held(
    dy,
    points.map((point) => point[1]),
    height,
  );
  return { ...measurement, points: points.map((point) => [point[0] + x, point[1] + y]) };
}

/** Whether a drag drew something: a click leaves no length and no ellipse. */
export function isDrawn({ tool, points }: Measurement, leastPixels: number): boolean {
  if (tool === 'probe') return true;
  const [first, second] = tool === 'ellipse' ? [points[0], points[2]] : points;
  return !!first && !!second && Math.hypot(first[0] - second[0], first[1] - second[1]) >= leastPixels;
}

export interface Held {
  readonly measurement: Measurement;
  /** Which of its points; null: all of it. */
  readonly point: number | null;
}

/** What of the measurements is within reach of a place on the stage. */
export function heldAt(
  all: readonly Measurement[],
  place: ImagePoint,
  { onStage, reach }: { onStage: (point: ImagePoint) => ImagePoint; reach: number },
): Held | null {
  for (const measurement of all.toReversed()) {
    const points = measurement.points.map(onStage);
    const point = points.findIndex((each) => Math.hypot(each[0] - place[0], each[1] - place[1]) <= reach);
    if (point >= 0) return { measurement, point };
    const line = measurement.tool === 'ellipse' ? outlineOf(points) : points;
    const isNear = line.slice(1).some((end, at) => lineDistance(place, line[at] ?? end, end) <= reach / 2);
    if (isNear) return { measurement, point: null };
  }
  return null;
}

/** The contour of an ellipse given by the ends of its axes, as a closed line. */
export function outlineOf([bottom, top, left, right]: readonly ImagePoint[]): ImagePoint[] {
  if (!bottom || !top || !left || !right) return [];
  const [cx, cy] = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
  return Array.from({ length: 49 }, (_, at) => {
    const [cosine, sine] = [Math.cos((at * Math.PI) / 24), Math.sin((at * Math.PI) / 24)];
    return [
      cx + cosine * (right[0] - cx) + sine * (bottom[0] - cx),
      cy + cosine * (right[1] - cy) + sine * (bottom[1] - cy),
    ] as const;
  });
}

function lineDistance(place: ImagePoint, from: ImagePoint, to: ImagePoint): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const along = ((place[0] - from[0]) * dx + (place[1] - from[1]) * dy) / (dx * dx + dy * dy || 1);
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(place[0] - from[0] - at * dx, place[1] - from[1] - at * dy);
}
