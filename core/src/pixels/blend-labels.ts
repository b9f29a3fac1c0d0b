import { type Palette, paletteTable } from './palette.ts';
import type { LabelMap, RgbImage } from './plane.ts';

/** The picture with its classes laid over it at `opacity`, 0 to 1; classes without a colour show the picture. */
export function blendLabels(image: RgbImage, labels: LabelMap, palette: Palette, opacity: number): RgbImage {
  const { colours, drawn } = paletteTable(palette);
  const data = image.data.slice();
  for (let i = 0, j = 0; i < labels.data.length; i++, j += 3) {
    const label = labels.data[i] ?? 0;
    if (drawn[label] === 0) continue;
    for (let c = 0; c < 3; c++) {
      const under = data[j + c] ?? 0;
      data[j + c] = Math.round(under + ((colours[label * 3 + c] ?? 0) - under) * opacity);
    }
  }
  return { width: image.width, height: image.height, data };
}
