import { type Palette, paletteTable } from '../color/palette.ts';
import type { LabelMap, RgbImage } from '../plane.ts';
import { nearestPlaces } from '../sampling/resize-nearest.ts';

/**
 * A label map in flat colours, enlarged to `size` as `resizeNearest` does; classes without a colour are
 * black.
 */
export function paintLabels(
  labels: LabelMap,
  palette: Palette,
  { width, height }: { readonly width: number; readonly height: number } = labels,
): RgbImage {
  const { colours } = paletteTable(palette);
  const columns = nearestPlaces(labels.width, width);
  const rows = nearestPlaces(labels.height, height);
  const source = labels.data;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, j = 0; y < height; y++) {
    if (y > 0 && rows[y] === rows[y - 1]) {
      data.copyWithin(j, j - width * 3, j);
      j += width * 3;
      continue;
    }
    const row = (rows[y] ?? 0) * labels.width;
    for (let x = 0; x < width; x++, j += 3) {
      const k = (source[row + (columns[x] ?? 0)] ?? 0) * 3;
      data[j] = colours[k] ?? 0;
      data[j + 1] = colours[k + 1] ?? 0;
      data[j + 2] = colours[k + 2] ?? 0;
    }
  }
  return { width, height, data };
}
