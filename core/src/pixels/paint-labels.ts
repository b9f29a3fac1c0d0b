import { type Palette, paletteTable } from './palette.ts';
import type { LabelMap, RgbImage } from './plane.ts';

/** A label map in flat colours; classes without a colour are black. */
export function paintLabels(labels: LabelMap, palette: Palette): RgbImage {
  const { colours } = paletteTable(palette);
  const data = new Uint8Array(labels.data.length * 3);
  for (let i = 0, j = 0; i < labels.data.length; i++, j += 3) {
    const k = (labels.data[i] ?? 0) * 3;
    data[j] = colours[k] ?? 0;
    data[j + 1] = colours[k + 1] ?? 0;
    data[j + 2] = colours[k + 2] ?? 0;
  }
  return { width: labels.width, height: labels.height, data };
}
