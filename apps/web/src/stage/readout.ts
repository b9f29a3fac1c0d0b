import type { Picture } from './source/picture.ts';
import type { StageState } from './stage-listeners.ts';

/**
 * What is written in the corner of the image: its size, zoom and window. At 100 % one of its pixels is one of
 * the screen. Of values that take all of 16 bits the numbers say nothing: they are shares of the range.
 */
export function readoutOf({ zoom, window }: StageState, picture: Picture | null): string {
  if (!picture) return '';
  const unit = picture.kind === 'grey' && picture.unit ? ` ${picture.unit}` : '';
  const isShare = picture.samples instanceof Uint16Array;
  const words = (value: number) => (isShare ? `${Math.round(value / 655.35)} %` : `${Math.round(value)}`);
  const level = window ? ` · W ${words(window.width)} L ${words(window.centre)}${unit}` : '';
  const detector = picture.spacing?.kind === 'imager' ? ' · mm at the detector' : '';
  return `${picture.width} × ${picture.height} px · ${Math.round(zoom * devicePixelRatio * 100)} %${level}${detector}`;
}
