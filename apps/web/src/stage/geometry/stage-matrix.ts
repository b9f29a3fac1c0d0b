/**
 * Maps image coordinates (corner of the first pixel: 0, 0) to CSS pixels of the stage, as CSS `matrix()`
 * counts.
 */
export type StageMatrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Image coordinates of a point of the stage, by the inverse of the matrix. */
export function toImagePoint(matrix: StageMatrix, point: { x: number; y: number }): { x: number; y: number } {
  const [a, b, c, d, e, f] = matrix;
  const determinant = a * d - b * c;
  const x = point.x - e;
  const y = point.y - f;
  return { x: (d * x - c * y) / determinant, y: (a * y - b * x) / determinant };
}

/** The point of the stage where a point of the image is. */
export function toStagePoint(
  [a, b, c, d, e, f]: StageMatrix,
  { x, y }: { readonly x: number; readonly y: number },
): readonly [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The upright box about the picture on the stage, in CSS pixels. */
export function extentOf(matrix: StageMatrix, { width, height }: { width: number; height: number }): Extent {
  const [a, b, c, d, e, f] = matrix;
  return {
    left: e + Math.min(0, a * width) + Math.min(0, c * height),
    top: f + Math.min(0, b * width) + Math.min(0, d * height),
    width: Math.abs(a * width) + Math.abs(c * height),
    height: Math.abs(b * width) + Math.abs(d * height),
  };
}

/** CSS that lays a layer of another size over the same picture. */
export function layerTransform(
  matrix: StageMatrix,
  picture: { width: number; height: number },
  layer: { width: number; height: number },
): string {
  const [a, b, c, d, e, f] = matrix;
  const x = picture.width / layer.width;
  const y = picture.height / layer.height;
  return `matrix(${[a * x, b * x, c * y, d * y, e, f].join(',')})`;
}

/** CSS that, within such a layer, keeps words upright and of one size at every zoom, turn and flip. */
export function uprightTransform(
  matrix: StageMatrix,
  picture: { width: number; height: number },
  layer: { width: number; height: number },
): string {
  const [a, b, c, d] = matrix;
  const x = picture.width / layer.width;
  const y = picture.height / layer.height;
  const determinant = a * d - b * c;
  const inverse = [d / x, -b / y, -c / x, a / y].map((each) => each / determinant);
  return `matrix(${[...inverse, 0, 0].join(',')})`;
}
