import type { MeasuredNodule } from './findings.ts';
import type { Pose } from './lungs.ts';

export const singleSliceSentence = 'A single slice cannot give a Lung-RADS category.';

const inSentence = (place: string): string => place.charAt(0).toLowerCase() + place.slice(1);

/** Sentences on the reported nodules, in order of likelihood. */
export function noduleComments(reported: readonly MeasuredNodule[]): string[] {
  const each = reported.map(({ size, type, place, nodule }, n) => {
    const score = Math.round(nodule.score * 100);
    return `Nodule ${n + 1}: ${type}, mean diameter ${size}, ${inSentence(place)}; expected reader agreement ${score} %.`;
  });
  if (reported.length === 0) return each;
  const row = reported[0]?.sizeRow ?? null;
  return [...each, row === null ? singleSliceSentence : `Lung-RADS size row: ${row}. ${singleSliceSentence}`];
}

export function poseComments(pose: Pose): string[] {
  if (pose === 'upright') return [];
  return [
    'The lungs lie one above the other: the picture seems to be turned by 90 degrees. Left and right are uncertain.',
  ];
}

export const sideConvention =
  'Sides are the patient’s, as in an upright axial slice: the left lung is on the right of the picture.';
export const cropSentence =
  'The picture shows a part of a slice: only the nodule was measured; lungs and opacities were not assessed.';
export const noLungsSentence = 'No lung was found in this slice.';
