import type { Dataset } from './dataset.ts';
import { functionalGroup } from './functional-groups.ts';

/** Where a frame's rescaling and its windows stand: in its functional groups, else in the data set itself. */
export function frameTransform(dataset: Dataset, index: number): { rescale: Dataset; voi: Dataset } {
  return {
    rescale: functionalGroup(dataset, 'pixelValueTransformationSequence', index) ?? dataset,
    voi: functionalGroup(dataset, 'frameVoiLutSequence', index) ?? dataset,
  };
}
