import { type LabelMap, mask } from './plane.ts';

/** Nearest-neighbour resampling with pixel centres aligned; keeps class numbers intact. */
export function resizeNearest(labels: LabelMap, width: number, height: number): LabelMap {
  const out = mask(width, height);
  const columns = new Int32Array(width);
  for (let x = 0; x < width; x++) columns[x] = Math.floor(((x + 0.5) * labels.width) / width);
  let last = -1;
  for (let y = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * labels.height) / height) * labels.width;
    if (row === last) {
      out.data.copyWithin(y * width, (y - 1) * width, y * width);
      continue;
    }
    last = row;
    for (let x = 0; x < width; x++) out.data[y * width + x] = labels.data[row + (columns[x] ?? 0)] ?? 0;
  }
  return out;
}
