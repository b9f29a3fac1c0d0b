import { directionsOfCosines, directionsOfLetters, type ImageDirections } from '../directions.ts';
import type { Dataset } from './dataset/dataset.ts';
import { statedIn } from './frame/functional-groups.ts';

/**
 * Image Orientation (Patient) of the frame, else Patient Orientation; undefined where the file has neither,
 * or writes something else there: digitized film sets have the view.
 */
export function imageDirections(dataset: Dataset, frame: number): ImageDirections | undefined {
  const plane = statedIn(dataset, 'planeOrientationSequence', frame, ['imageOrientation']);
  return (
    directionsOfCosines(plane.numbers('imageOrientation')) ??
    directionsOfLetters(dataset.texts('patientOrientation'))
  );
}
