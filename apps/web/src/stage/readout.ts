import type { Picture } from './source/picture.ts';
import type { StageState } from './stage.ts';

/** What stands in the corner of the picture: its size, zoom and window. */
export function readoutOf({ zoom, window }: StageState, picture: Picture | null): string {
  if (!picture) return '';
  const unit = picture.kind === 'grey' && picture.unit ? ` ${picture.unit}` : '';
  const level = window ? ` · W ${Math.round(window.width)} L ${Math.round(window.centre)}${unit}` : '';
  const detector = picture.spacing?.kind === 'imager' ? ' · mm at the detector' : '';
  return `${picture.width} × ${picture.height} px · ${Math.round(zoom * 100)} %${level}${detector}`;
}
