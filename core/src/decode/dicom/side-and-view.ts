import type { Dataset } from './dataset/dataset.ts';
import { codedViewOf } from './mammogram-facts.ts';

/** View of a mammogram. Digitized film sets name the view where the orientation belongs. */
export function viewOf(dataset: Dataset): string | undefined {
  const orientation = dataset.text('patientOrientation');
  const isView = orientation === 'CC' || orientation === 'MLO';
  return dataset.text('viewPosition') ?? codedViewOf(dataset) ?? (isView ? orientation : undefined);
}

/** Which side of the body the picture shows. */
export function sideOf(dataset: Dataset): 'L' | 'R' | undefined {
  const side = dataset.text('imageLaterality') ?? dataset.text('laterality');
  return side === 'L' || side === 'R' ? side : undefined;
}
