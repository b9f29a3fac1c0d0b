import { blendLabels } from '@second-read/core/pixels/blend-labels';
import { parseColour } from '@second-read/core/pixels/colour';
import { drawOutline } from '@second-read/core/pixels/draw-polyline';
import { ofClass } from '@second-read/core/pixels/mask-logic';
import { paintLabels } from '@second-read/core/pixels/paint-labels';
import type { Palette } from '@second-read/core/pixels/palette';
import type { LabelMap, RgbImage } from '@second-read/core/pixels/plane';
import { resizeNearest } from '@second-read/core/pixels/resize-nearest';
import { manifest } from '../manifest.ts';

const colourOf = (id: string): string =>
  manifest.findingTypes.find((entry) => entry.id === id)?.colour ?? '#000000';

/** Classes of the views: those of the legend, and 4 for the part of a lesion that is named an abnormality. */
export const abnormalClass = 4;
const palette: Palette = {
  1: colourOf('cervical tissue'),
  2: colourOf('lesion'),
  // The junction is anatomy, not a finding: a neutral grey that matches no finding's colour.
  3: '#CBD5E1',
  [abnormalClass]: colourOf('abnormality'),
};

const fillOpacity = 0.35;

/** Flat colours, for the predicted mask. */
export function maskView(classes: LabelMap): RgbImage {
  return paintLabels(classes, palette);
}

/**
 * Outline plus a 35 % fill on the photograph, which may be larger than `classes`. The cervix is outlined only: its tissue
 * stays to be judged.
 */
export function overlayView(photograph: RgbImage, classes: LabelMap): RgbImage {
  const { 1: _cervix, ...filledClasses } = palette;
  // What is chosen among classes is chosen before it is enlarged: a photograph has millions of pixels.
  const enlarged = (plane: LabelMap) => resizeNearest(plane, photograph.width, photograph.height);
  const out = blendLabels(photograph, enlarged(classes), filledClasses, fillOpacity);
  const width = Math.max(1, Math.round(Math.max(out.width, out.height) / 400));
  const outlines: readonly (readonly [string | undefined, readonly number[]])[] = [
    [palette[1], [1, 2, 3, abnormalClass]],
    [palette[3], [3]],
    [palette[2], [2, abnormalClass]],
  ];
  for (const [colour, classNumbers] of outlines) {
    if (colour === undefined) continue;
    drawOutline(out, enlarged(ofClass(classes, ...classNumbers)), { colour: parseColour(colour), width });
  }
  return out;
}
