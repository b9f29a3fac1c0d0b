import type { RgbImage } from '../pixels/plane.ts';

/** What is wrong with what the camera sees, and what to do about it in a few words. */
export interface PreviewHint {
  /** For tests and styles; hints of the same kind are the same hint. */
  readonly kind: string;
  readonly words: string;
}

/** Longer side of a judged frame, pixels: what the sharpness of stored pictures is measured at. */
export const previewSide = 384;

/** A module's judgement of what its camera sees, by the measures that its engine judges pictures by. */
export interface CameraModule {
  /**
   * The most important hint on one frame of the live view, reduced to `previewSide`; null where a picture
   * would be fit to be read.
   */
  readonly hintOn: (frame: RgbImage) => PreviewHint | null;
}
