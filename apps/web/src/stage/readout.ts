import type { Picture } from './source/picture.ts';
import type { StageState } from './stage-listeners.ts';

/**
 * What is written in the corner of the image: its size, zoom and window. At 100 % one of its pixels is one of
 * the screen.
 */
export function readoutOf({ zoom, window }: StageState, picture: Picture | null): string {
  if (!picture) return '';
  const unit = picture.kind === 'grey' && picture.unit ? ` ${picture.unit}` : '';
  const level = window ? ` · W ${Math.round(window.width)} L ${Math.round(window.centre)}${unit}` : '';
  const detector = picture.spacing?.kind === 'imager' ? ' · mm at the detector' : '';
  return `${picture.width} × ${picture.height} px · ${Math.round(zoom * devicePixelRatio * 100)} %${level}${detector}`;
}
