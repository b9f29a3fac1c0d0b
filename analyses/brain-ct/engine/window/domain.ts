import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { SliceLevel } from '../../reading/codes.ts';
import { showsBlood } from '../measure/level.ts';
import type { Normalised } from './normalised.ts';

/** Windows in which haemorrhage was measured, HU wide. */
const measuredWidths = { min: 50, max: 300 } as const;
/** Fresh blood is told from bone where the picture does not turn white below this density, HU. */
const bloodShownTo = 65;
/** Share by which the window's width may be wrong. */
const maxSpread = 0.3;

/**
 * Why a picture is unlike those that haemorrhage was measured on; empty where it is not. Each completes "the
 * picture shows …".
 */
export function unlikeMeasured({ density, skull }: Normalised, level: SliceLevel): string[] {
  const isBlind = !showsBlood(area(skull.intracranial) / skull.intracranial.data.length);
  const shown = level === 'face' ? ['the face or the neck'] : isBlind ? ['little of the brain'] : [];
  return [...shown, ...unusualWindow(density)];
}

function unusualWindow({ source, window }: Normalised['density']): string[] {
  if (source === 'measured') return [];
  if (window === undefined) return ['gray levels that cannot be put to densities'];
  const { width, centre, spread } = window;
  if (width < measuredWidths.min) return ['a very narrow window'];
  if (width > measuredWidths.max) return ['a very wide window'];
  if (centre + width / 2 < bloodShownTo) return ['a window that shows blood as white as bone'];
  return spread > maxSpread ? ['gray levels that are hard to put to densities'] : [];
}
