import { shareText } from '@second-read/core/report/percent';
import type { Pose } from '../lungs/lungs.ts';
import type { Opacities } from '../opacity/opacity.ts';
import type { MeasuredNodule } from './findings.ts';
import { placeWords } from './place.ts';

export const singleSliceSentence =
  'A single slice cannot give a Lung-RADS category. Fleischner and Lung-RADS need the whole CT.';

const inSentence = (place: string): string => place.charAt(0).toLowerCase() + place.slice(1);

/** Sentences on the reported nodules, in order of likelihood; that none was identified is said as well. */
export function noduleComments(
  reported: readonly MeasuredNodule[],
  { hidesSmall }: { hidesSmall: boolean } = { hidesSmall: false },
): string[] {
  if (reported.length === 0) return [hidesSmall ? 'No mass identified.' : 'No nodule or mass identified.'];
  const each = reported.map(
    ({ kind, size, type, place, nodule }, n) =>
      `${kind === 'mass' ? 'Mass' : 'Nodule'} ${n + 1}: ${type}, mean diameter ${size}, ${inSentence(placeWords(place))} (model score ${shareText(nodule.score)}).`,
  );
  const [first] = reported;
  const band = first?.sizeRow?.words ?? null;
  const bandOf = band === null ? [] : [`Size band of ${first?.kind ?? 'nodule'} 1: ${band}.`];
  return [...each, ...bandOf, singleSliceSentence];
}

/** `score` is the probability that any opacity is real; `found` that it is reported. */
export function opacityComment(
  opacities: Opacities,
  { score, found }: { score: number; found: boolean },
): string {
  if (!found) return 'No ground-glass opacity or consolidation identified.';
  const { share, rightShare, leftShare, groundGlassShare, consolidationShare } = opacities;
  const sides = `right ${shareText(rightShare)}, left ${shareText(leftShare)}`;
  const kinds = `ground-glass ${shareText(groundGlassShare)}, consolidation ${shareText(consolidationShare)}`;
  return `Opacities over ${shareText(share)} of the lungs (${sides}): ${kinds} (model score ${shareText(score)}).`;
}

export function poseComments(pose: Pose): string[] {
  if (pose === 'upright') return [];
  return [
    'The lungs lie one above the other: the picture seems to be turned by 90 degrees. Left and right are uncertain.',
  ];
}

export function sliceLimits(opaque: boolean, hasSpacing: boolean): string[] {
  return [
    `Not assessed: ${opaque ? 'nodules within opacity, ' : ''}pleura, hila, mediastinum and the other slices.`,
    `Technique: one axial slice${spacingWords(hasSpacing)}; sides are the patient’s, the left lung on the right of the picture.`,
  ];
}

export function cropLimits(hasSpacing: boolean): string[] {
  return [
    'Not assessed: side, lobe, opacities and the rest of the lungs, since the picture shows a part of a slice.',
    `Technique: a part of one slice${spacingWords(hasSpacing)}.`,
  ];
}

function spacingWords(hasSpacing: boolean): string {
  return hasSpacing ? '' : ', no pixel spacing (sizes in pixels)';
}

export const clippedSentence =
  'The window shows the lungs black: small nodules and faint opacities cannot be seen in this picture; masses were looked for. Please upload the lung window or the DICOM file.';
export const blackSentence =
  'The window shows lungs and most other tissue black. Please upload the lung window or the DICOM file.';
export const noLungsSentence = 'Not assessed: nodules and opacities, since no lung was found in this slice.';
