import type { WindowPreset } from '@second-read/core/analysis/manifest';
import type { DisplayWindow, GreySamples, Picture } from '../source/picture.ts';

/** What the pixels of a picture that has no Hounsfield units are shown in. */
type ShareOfRange = 'full' | 'narrow';

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

/** Of the range of values: what lies this near its low end is the ground about the body. */
const groundShare = 0.02;
/** Shares of the pixels above the ground that a narrow window leaves dark and bright. */
const narrowFrom = 0.05;
const narrowTo = 0.99;

/**
 * `full`: from the least value to the greatest. `narrow`: from the 5th to the 99th percentile of the pixels
 * above the ground, so that contrast is spent on tissue.
 */
export function windowOfShare(samples: GreySamples, share: ShareOfRange): DisplayWindow {
  const { min, counts } = histogramOf(samples);
  const max = min + counts.length - 1;
  if (share === 'full') return windowBetween(min, max);
  const ground = Math.floor((max - min) * groundShare);
  const above = counts.map((count, at) => (at > ground ? count : 0));
  return windowBetween(min + percentile(above, narrowFrom), min + percentile(above, narrowTo));
}

function windowBetween(low: number, high: number): DisplayWindow {
  return { centre: (low + high) / 2, width: Math.max(1, high - low) };
}

function histogramOf(samples: GreySamples): { min: number; counts: Uint32Array } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of samples) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const counts = new Uint32Array(max - min + 1);
  for (const value of samples) counts[value - min] = (counts[value - min] ?? 0) + 1;
  return { min, counts };
}

/** The first bin at which this share of all is reached. */
function percentile(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let reached = 0;
  for (const [bin, count] of counts.entries()) {
    reached += count;
    if (reached >= total * share && reached > 0) return bin;
  }
  return counts.length - 1;
}
