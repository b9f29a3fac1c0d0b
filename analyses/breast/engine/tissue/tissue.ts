import { type GreyPlane, greyPlane, type LabelMap, type Mask } from '@second-read/core/pixels/plane';
import { ofClass } from '@second-read/core/pixels/regions/mask-logic';
import { resize } from '@second-read/core/pixels/sampling/resize';
import { resizeNearest } from '@second-read/core/pixels/sampling/resize-nearest';
import type { WorkingImage } from '../framing/working-image.ts';
import type { Seen } from './breast-network.ts';
import { decideLabels, tissueClass } from './tissue-labels.ts';

export interface Tissue {
  /** Classes 0 to 3 in the geometry of the working image. */
  readonly labels: LabelMap;
  /** Adipose and fibroglandular: what density and sizes refer to. */
  readonly breast: Mask;
  /** Probability of fibroglandular tissue, 0 to 1. */
  readonly gland: GreyPlane;
}

/**
 * Background, adipose, fibroglandular and pectoral, decided in the coarser geometry of what the network sees.
 */
export function segmentTissue({ tissues }: Pick<Seen, 'tissues'>, working: WorkingImage): Tissue {
  const { width, height } = working.grey;
  const gland = tissues[2] ?? greyPlane(width, height);
  const body = resizeNearest(working.body, gland.width, gland.height);
  const coarse = decideLabels(tissues, { body, cleanAir: working.cleanAir });
  const labels = resizeNearest(coarse, width, height);
  return {
    labels,
    breast: ofClass(labels, tissueClass.adipose, tissueClass.fibroglandular),
    gland: resize(gland, width, height),
  };
}
