import type { Dataset } from '../dataset/dataset.ts';
import { statedIn } from './functional-groups.ts';

/** Where rescaling and windows of a frame are. */
export function frameTransform(dataset: Dataset, index: number): { rescale: Dataset; voi: Dataset } {
  return {
    rescale: statedIn(dataset, 'pixelValueTransformationSequence', index, ['rescaleSlope']),
    voi: statedIn(dataset, 'frameVoiLutSequence', index, ['windowCentre', 'voiLutSequence']),
  };
}
