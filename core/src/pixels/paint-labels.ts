import { type Palette, paletteTable } from './palette.ts';
import type { LabelMap, RgbImage } from './plane.ts';

/** A label map in flat colours; classes without a colour are black. */
export function paintLabels(labels: LabelMap, palette: Palette): RgbImage {
  const { colours } = paletteTable(palette);
  const { width, height } = labels;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    if (repeats(labels, y)) {
      data.copyWithin(row * 3, (row - width) * 3, row * 3);
      continue;
    }
    for (let i = row; i < row + width; i++) {
      const k = (labels.data[i] ?? 0) * 3;
      data[i * 3] = colours[k] ?? 0;
      data[i * 3 + 1] = colours[k + 1] ?? 0;
      data[i * 3 + 2] = colours[k + 2] ?? 0;
    }
  }
  return { width, height, data };
}

/** Whether a row is that above it, as most are in a map that was enlarged. */
function repeats({ width, data }: LabelMap, y: number): boolean {
  if (y === 0) return false;
  for (let i = y * width; i < (y + 1) * width; i++) if (data[i] !== data[i - width]) return false;
  return true;
}
