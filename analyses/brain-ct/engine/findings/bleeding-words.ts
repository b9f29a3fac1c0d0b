import { area } from '@second-read/core/pixels/regions/mask-logic';
import { type BleedingType, bleedingTypes } from '../measure/haemorrhage.ts';
import type { Measurements } from '../measure/measurements.ts';
import { haemorrhageFrom } from '../measure/operating-point.ts';
import { sideOf, sizeOf } from './regions.ts';

/** What is seen first, then what it most likely is. */
const typeWords: Readonly<Record<BleedingType, string>> = {
  edh: 'extra-axial hyperdensity, epidural favored',
  sdh: 'extra-axial hyperdensity, subdural favored',
  sah: 'hyperdensity of sulci or cisterns, subarachnoid favored',
  iph: 'intraparenchymal hyperdensity',
  ivh: 'intraventricular hyperdensity',
};

export function hasBleeding(m: Measurements): boolean {
  return m.bleeding.probability >= haemorrhageFrom[m.level];
}

/**
 * None is named, but the picture is unlike those on which that was measured to mean something: it goes to
 * review.
 */
export function isBleedingLeftOpen(m: Measurements): boolean {
  return !hasBleeding(m) && m.unlike.length > 0;
}

/** "the picture shows a very wide window and an open skull" */
export function unlikeWords(m: Measurements): string {
  return `the picture shows ${m.unlike.join(' and ')}`;
}

export function mostLikelyType(m: Measurements): BleedingType {
  const { types } = m.bleeding;
  return bleedingTypes.reduce((best, type) => (types[type] > types[best] ? type : best), 'edh');
}

export function bleedingType(m: Measurements): string {
  return typeWords[mostLikelyType(m)];
}

/** " on the right", or nothing for both sides or no place. */
export function bleedingSide(m: Measurements): string {
  const side = sideOf(m.bleedingRegion, m);
  return side === undefined ? '' : ` on the ${side}`;
}

/** The size of what was outlined; undefined where nothing was. */
export function bleedingSize(m: Measurements): string | undefined {
  return area(m.bleedingRegion) === 0 ? undefined : sizeOf(m.bleedingRegion, m);
}

/** " on the right: extra-axial hyperdensity, epidural favored, 11.0 % of the intracranial area" */
export function bleedingWords(m: Measurements): string {
  const size = bleedingSize(m);
  return `${bleedingSide(m)}: ${bleedingType(m)}${size === undefined ? '' : `, ${size}`}`;
}
