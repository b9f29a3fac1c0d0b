import type { WindowPreset } from '@second-read/core/analysis/manifest';
import type { DisplayWindow, Picture } from '../source/picture.ts';
import { windowOfShare } from '../source/value-range.ts';

/** One entry of the preset menu; its window is only counted when it is chosen. */
export interface PresetChoice {
  readonly label: string;
  /** Null: as each image is opened. */
  readonly window: () => DisplayWindow | null;
}

/** Presets of a picture, in the order of their keys 1 to 9; none where there is no window to set. */
export function presetsOf(picture: Picture | null, hounsfield: readonly WindowPreset[] = []): PresetChoice[] {
  if (picture?.kind !== 'grey') return [];
  const { samples, unit } = picture;
  const named = hounsfield.map(({ label, centre, width }) => ({ label, window: () => ({ centre, width }) }));
  return [
    { label: 'As opened', window: () => null },
    ...(unit === 'HU' ? named : []),
    { label: 'Full range', window: () => windowOfShare(samples, 'full') },
    ...(unit === 'HU' ? [] : [{ label: 'Narrow', window: () => windowOfShare(samples, 'narrow') }]),
  ];
}
