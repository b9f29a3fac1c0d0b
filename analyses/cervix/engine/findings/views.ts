import type { Palette } from '@second-read/core/pixels/color/palette';
import { blendLabels } from '@second-read/core/pixels/drawing/blend-labels';
import { paintLabels } from '@second-read/core/pixels/drawing/paint-labels';
import { erode } from '@second-read/core/pixels/morphology/erode';
import { square } from '@second-read/core/pixels/morphology/structuring-element';
import type { LabelMap, RgbImage } from '@second-read/core/pixels/plane';
import { difference, ofClass } from '@second-read/core/pixels/regions/mask-logic';
import { manifest } from '../../manifest.ts';

const colourOf = (id: string): string =>
  manifest.findingTypes.find((entry) => entry.id === id)?.colour ?? '#000000';

/** Classes of the views: those of the legend, and 4 for the part of a lesion that is named an abnormality. */
export const abnormalClass = 4;
export const palette: Palette = {
  1: colourOf('cervical tissue'),
  2: colourOf('lesion'),
  // The junction is anatomy, not a finding: a neutral grey that matches no finding's colour.
  3: '#CBD5E1',
  [abnormalClass]: colourOf('abnormality'),
};

const fillOpacity = 0.35;

/** Flat colours at the size of the photograph, for the predicted mask. */
export function maskView(classes: LabelMap, size: Pick<RgbImage, 'width' | 'height'>): RgbImage {
  return paintLabels(classes, palette, size);
}

/** Lines are classes above those of the regions, each drawn over the ones before it. */
const lineClass = 16;
const lines: readonly { readonly colourOf: number; readonly around: readonly number[] }[] = [
  { colourOf: 1, around: [1, 2, 3, abnormalClass] },
  { colourOf: 3, around: [3] },
  { colourOf: 2, around: [2, abnormalClass] },
];
const lineWidth = 2;

/**
 * Outline plus a 35 % fill on the photograph, which may be larger than `classes`. The cervix is outlined
 * only: its tissue stays to be judged.
 */
export function overlayView(photograph: RgbImage, classes: LabelMap): RgbImage {
  const { 1: _cervix, ...filled } = palette;
  const overlay: Record<number, string> = { ...filled };
  // Lines are drawn before the enlargement: a photograph has millions of pixels.
  const drawn = { ...classes, data: classes.data.slice() };
  for (const [n, { colourOf: own, around }] of lines.entries()) {
    const region = ofClass(classes, ...around);
    const rim = difference(region, erode(region, square(lineWidth)));
    for (let i = 0; i < rim.data.length; i++) if (rim.data[i] !== 0) drawn.data[i] = lineClass + n;
    const colour = palette[own];
    if (colour !== undefined) overlay[lineClass + n] = colour;
  }
  return blendLabels(photograph, drawn, overlay, (label) => (label < lineClass ? fillOpacity : 1));
}
