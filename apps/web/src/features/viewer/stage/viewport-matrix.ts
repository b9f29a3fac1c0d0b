import { getShouldUseCPURendering, type StackViewport, type Types } from '@cornerstonejs/core';
import type { StageMatrix } from './stage-matrix.ts';

/** Where a viewport's camera puts a picture of that size; null before it has one. */
export function matrixOfViewport(
  viewport: StackViewport,
  { width, height }: { readonly width: number; readonly height: number },
): StageMatrix | null {
  const image = viewport.getImageData();
  if (!image) return null;
  // On the GPU an index names a pixel's centre, on the CPU its corner.
  const corner = getShouldUseCPURendering() ? 0 : -0.5;
  const at = (x: number, y: number) =>
    viewport.worldToCanvas(toPoint(image.imageData.indexToWorld?.([x + corner, y + corner, 0]) ?? []));
  const [origin, right, down] = [at(0, 0), at(width, 0), at(0, height)];
  return [
    (right[0] - origin[0]) / width,
    (right[1] - origin[1]) / width,
    (down[0] - origin[0]) / height,
    (down[1] - origin[1]) / height,
    origin[0],
    origin[1],
  ];
}

export function toPoint(values: ArrayLike<number>): Types.Point3 {
  return [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0];
}
