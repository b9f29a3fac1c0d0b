import type { CameraModule, PreviewHint } from '@second-read/core/analysis/camera-module';
import type { RgbImage } from '@second-read/core/pixels/plane';
import { distanceOf } from './distance.ts';
import { measureLight } from './light.ts';
import { type QualityProblem, qualityProblemOf } from './quality-problem.ts';
import { measureQuality } from './sharpness.ts';

/**
 * Estimates below and from which the camera is too far or too near: chosen on views of the VIA pictures, out
 * of fold (training/cervix/distance.py; what they find and what they say in vain is in README.md).
 */
const farBelow = 0.18;
const nearFrom = 0.6;

/** What the camera of the cervix screen says, by the thresholds of the gate. */
export const camera: CameraModule = { hintOn };

/** What makes a picture unreadable comes first, then the distance. */
function hintOn(frame: RgbImage): PreviewHint | null {
  const problem = qualityProblemOf({ ...measureQuality(frame), ...measureLight(frame) });
  if (problem !== null) return { kind: problem, words: advice[problem] };
  const { share, cut } = distanceOf(frame);
  if (share < farBelow)
    return { kind: 'far', words: 'Too far: move closer until the cervix fills the ring.' };
  return cut >= nearFrom
    ? { kind: 'near', words: 'Too near: move back until all of the cervix is in the ring.' }
    : null;
}

const advice: Readonly<Record<QualityProblem, string>> = {
  dark: 'Too dark: add light.',
  overexposed: 'Too bright: dim the light or move it back.',
  glare: 'Glare: tilt the lamp or the camera, or wipe the cervix dry.',
  colorless: 'No color: acetowhite change cannot be judged.',
  green: 'Green light: switch to white light.',
  iodine: "Looks like Lugol's iodine: take the picture before iodine.",
  blurred: 'Out of focus: hold still, or move back a little.',
};
