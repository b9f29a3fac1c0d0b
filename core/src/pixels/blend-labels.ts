import { type Palette, paletteTable } from './palette.ts';
import type { LabelMap, RgbImage } from './plane.ts';

/**
 * The picture with its classes laid over it at `opacity`, 0 to 1, one for all or by class; classes without a colour show
 * the picture.
 */
export function blendLabels(
  image: RgbImage,
  labels: LabelMap,
  palette: Palette,
  opacity: number | ((label: number) => number),
): RgbImage {
  const { colours, drawn } = paletteTable(palette);
  // What becomes of each of 256 values, by class and channel: a photograph has millions of pixels.
  const blended = new Uint8Array(256 * 3 * 256);
  for (let label = 0; label < 256; label++) {
    if (drawn[label] === 0) continue;
    const share = typeof opacity === 'number' ? opacity : opacity(label);
    for (let k = label * 3; k < label * 3 + 3; k++) {
      for (let under = 0; under < 256; under++) {
        blended[k * 256 + under] = Math.round(under + ((colours[k] ?? 0) - under) * share);
      }
    }
  }
  const data = image.data.slice();
  for (let i = 0; i < labels.data.length; i++) {
    const label = labels.data[i] ?? 0;
    if (drawn[label] === 0) continue;
    const j = i * 3;
    const k = label * 768;
    data[j] = blended[k + (data[j] ?? 0)] ?? 0;
    data[j + 1] = blended[k + 256 + (data[j + 1] ?? 0)] ?? 0;
    data[j + 2] = blended[k + 512 + (data[j + 2] ?? 0)] ?? 0;
  }
  return { width: image.width, height: image.height, data };
}
