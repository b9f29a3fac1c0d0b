import type { Dataset } from '../dataset/dataset.ts';
import { functionalGroup } from './functional-groups.ts';

/** Rescaling and windows of a frame: from its functional groups, else from the data set. */
export function frameTransform(dataset: Dataset, index: number): { rescale: Dataset; voi: Dataset } {
  return {
    rescale: functionalGroup(dataset, 'pixelValueTransformationSequence', index) ?? dataset,
    voi: functionalGroup(dataset, 'frameVoiLutSequence', index) ?? dataset,
  };
}
