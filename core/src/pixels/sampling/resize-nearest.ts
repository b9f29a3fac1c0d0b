import { type LabelMap, mask } from '../plane.ts';

/** Nearest-neighbour resampling with pixel centres aligned; keeps class numbers intact. */
export function resizeNearest(labels: LabelMap, width: number, height: number): LabelMap {
  const out = mask(width, height);
  const { data } = out;
  const source = labels.data;
  const columns = nearestPlaces(labels.width, width);
  const rows = nearestPlaces(labels.height, height);
  for (let y = 0; y < height; y++) {
    const target = y * width;
    if (y > 0 && rows[y] === rows[y - 1]) {
      data.copyWithin(target, target - width, target);
      continue;
    }
    const row = (rows[y] ?? 0) * labels.width;
    for (let x = 0; x < width; x++) data[target + x] = source[row + (columns[x] ?? 0)] ?? 0;
  }
  return out;
}

/** For each of `to` places along an axis the nearest of `from` places along the same axis. */
export function nearestPlaces(from: number, to: number): Int32Array {
  const places = new Int32Array(to);
  for (let i = 0; i < to; i++) places[i] = Math.floor(((i + 0.5) * from) / to);
  return places;
}
