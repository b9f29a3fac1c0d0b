import { boxSum, integralImage } from './integral-image.ts';
import { type GreyPlane, greyPlane } from './plane.ts';

/** Mean and standard deviation over the square of side `2 radius + 1`; near the border over what lies inside. */
export function localStatistics(
  plane: GreyPlane,
  radius: number,
): { mean: GreyPlane; standardDeviation: GreyPlane } {
  const { width, height } = plane;
  const sums = integralImage(plane);
  const squares = integralImage(plane, 2);
  const mean = greyPlane(width, height);
  const standardDeviation = greyPlane(width, height);
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - radius);
    const rows = Math.min(height, y + radius + 1) - top;
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - radius);
      const box = { x: left, y: top, width: Math.min(width, x + radius + 1) - left, height: rows };
      const count = box.width * box.height;
      const average = boxSum(sums, box) / count;
      mean.data[y * width + x] = average;
      standardDeviation.data[y * width + x] = Math.sqrt(
        Math.max(0, boxSum(squares, box) / count - average * average),
      );
    }
  }
  return { mean, standardDeviation };
}
