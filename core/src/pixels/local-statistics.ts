import { type GreyPlane, greyPlane } from './plane.ts';

/** Mean and standard deviation over the square of side `2 radius + 1`; near the border over what lies inside. */
export function localStatistics(
  plane: GreyPlane,
  radius: number,
): { mean: GreyPlane; standardDeviation: GreyPlane } {
  const { width, height, data } = plane;
  const mean = greyPlane(width, height);
  const standardDeviation = greyPlane(width, height);
  // Sums of each column over the rows of the square; from pixel to pixel one column enters and one leaves.
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  const addRow = (y: number, sign: 1 | -1): void => {
    for (let x = 0; x < width; x++) {
      const value = data[y * width + x] ?? 0;
      sums[x] = (sums[x] ?? 0) + sign * value;
      squares[x] = (squares[x] ?? 0) + sign * value * value;
    }
  };
  for (let y = 0; y < Math.min(radius, height); y++) addRow(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) addRow(y + radius, 1);
    if (y > radius) addRow(y - radius - 1, -1);
    const rows = Math.min(height, y + radius + 1) - Math.max(0, y - radius);
    let sum = 0;
    let square = 0;
    for (let x = 0; x < Math.min(radius, width); x++) {
      sum += sums[x] ?? 0;
      square += squares[x] ?? 0;
    }
    for (let x = 0; x < width; x++) {
      if (x + radius < width) {
        sum += sums[x + radius] ?? 0;
        square += squares[x + radius] ?? 0;
      }
      if (x > radius) {
        sum -= sums[x - radius - 1] ?? 0;
        square -= squares[x - radius - 1] ?? 0;
      }
      const count = rows * (Math.min(width, x + radius + 1) - Math.max(0, x - radius));
      const average = sum / count;
      mean.data[y * width + x] = average;
      standardDeviation.data[y * width + x] = Math.sqrt(Math.max(0, square / count - average * average));
    }
  }
  return { mean, standardDeviation };
}
