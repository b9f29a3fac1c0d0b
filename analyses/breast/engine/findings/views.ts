import type { Palette } from '@second-read/core/pixels/color/palette';
import { paintLabels } from '@second-read/core/pixels/drawing/paint-labels';
import type { LabelMap, RgbImage } from '@second-read/core/pixels/plane';
import { manifest } from '../../manifest.ts';

/** Class numbers of the findings in the label map; tissue has 0 to 3. */
export const findingClass = { mass: 4, calcification: 5, axilla: 6 } as const;

function colourOf(type: string): string {
  return manifest.findingTypes.find((entry) => entry.id === type)?.colour ?? '#666666';
}

/**
 * Flat colours of the report. Fat and muscle are neutral greys that differ from every finding by more than
 * the hover tolerance of 20 in at least one channel.
 */
export const palette: Palette = {
  0: '#000000',
  1: '#3C3C3C',
  2: colourOf('breast tissue'),
  3: '#787878',
  4: colourOf('mass'),
  5: colourOf('calcification'),
  6: colourOf('axilla'),
};

/** The segmented picture of the report, at the size of the study. */
export function segmentedView(labels: LabelMap, size: Pick<RgbImage, 'width' | 'height'> = labels): RgbImage {
  return paintLabels(labels, palette, size);
}
