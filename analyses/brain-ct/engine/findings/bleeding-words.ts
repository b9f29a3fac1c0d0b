import { area } from '@second-read/core/pixels/regions/mask-logic';
import { bleedingTypeOf } from '../measure/bleeding-type.ts';
import type { BleedingType } from '../measure/haemorrhage.ts';
import type { Measurements } from '../measure/measurements.ts';
import { haemorrhageFrom } from '../measure/operating-point.ts';
import { isNearMidline, sideOf, sizeOf } from './regions.ts';

/** What is seen first, then what it most likely is. */
const typeWords: Readonly<Record<BleedingType, string>> = {
  edh: 'extra-axial hyperdensity, epidural favored',
  sdh: 'extra-axial hyperdensity, subdural favored',
  sah: 'hyperdensity of sulci or cisterns, subarachnoid favored',
  iph: 'intraparenchymal hyperdensity',
  ivh: 'intraventricular hyperdensity',
};
const openType = 'extra-axial hyperdensity, epidural or subdural';

export function hasBleeding(m: Measurements): boolean {
  return m.bleeding.probability >= haemorrhageFrom;
}

/**
 * None is named, but the picture is unlike those on which that was measured to mean something: it goes to
 * review. Below the skull base there is no brain to bleed.
 */
export function isBleedingLeftOpen(m: Measurements): boolean {
  return !hasBleeding(m) && m.unlike.length > 0 && m.level !== 'face';
}

/** "the picture shows a very wide window and an open skull" */
export function unlikeWords(m: Measurements): string {
  return `the picture shows ${m.unlike.join(' and ')}`;
}

/** Five sentences and fields ask for it; the distances behind it are measured once. */
const judged = new WeakMap<Measurements, BleedingType | null>();

/** Null of an extra-axial one whose place and shape contradict the network. */
export function mostLikelyType(m: Measurements): BleedingType | null {
  const known = judged.get(m);
  if (known !== undefined) return known;
  const { intracranial } = m.skull;
  const shown = { region: m.bleedingRegion, intracranial, ventricles: m.csf?.central };
  const type = bleedingTypeOf(m.bleeding.types, shown);
  judged.set(m, type);
  return type;
}

export function bleedingType(m: Measurements): string {
  const type = mostLikelyType(m);
  return type === null ? openType : typeWords[type];
}

/** " on the right", " on both sides" or " near the midline"; nothing where none was outlined. */
export function bleedingSide(m: Measurements): string {
  if (area(m.bleedingRegion) === 0) return '';
  const side = sideOf(m.bleedingRegion, m);
  if (side !== undefined) return ` on the ${side}`;
  return isNearMidline(m.bleedingRegion, m) ? ' near the midline' : ' on both sides';
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
