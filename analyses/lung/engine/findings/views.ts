import type { Palette } from '@second-read/core/pixels/color/palette';
import { paintLabels } from '@second-read/core/pixels/drawing/paint-labels';
import type { LabelMap, RgbImage } from '@second-read/core/pixels/plane';
import { manifest } from '../../manifest.ts';

const colourOf = (id: string): string =>
  manifest.findingTypes.find((entry) => entry.id === id)?.colour ?? '#000000';

/** Findings in the manifest's colours; both lungs in slate greys, which mean no finding. */
export const palette: Palette = {
  1: '#64748B',
  2: '#94A3B8',
  3: colourOf('nodule'),
  4: colourOf('ground-glass'),
  5: colourOf('consolidation'),
};

export function segmentedView(labels: LabelMap): RgbImage {
  return paintLabels(labels, palette);
}
