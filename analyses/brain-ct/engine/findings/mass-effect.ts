import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { Measurements } from '../measure/measurements.ts';
import { bleedingSize, hasBleeding } from './bleeding-words.ts';
import { abnormal, notShown, type Observation, open, unremarkable } from './observation.ts';
import { effacedSide, isContradicted, isShifted, sulciNarrowBelow } from './signs.ts';

/** Of the intracranial area: a bleeding that takes more presses, whatever shift and sulci show. */
const largeShare = 0.05;

/**
 * Present by its signs; a bleeding without any excludes it only where shift and sulci were measured, and
 * where it is not large.
 */
export function massEffect(m: Measurements, cisternsNarrow: boolean): Observation<'mass_effect'> {
  if (!m.assessable.shift && !m.assessable.sulci) return notShown(m);
  const signs = signsOf(m);
  if (signs.length > 0) return abnormal({ code: 'present' }, `Present (${signs.join('; ')})`, 'mass effect');
  const doubts = doubtsOf(m, cisternsNarrow);
  const clear = clearOf(m);
  if (doubts.length > 0) {
    const measured = clear === '' ? '' : `; no ${clear} measured`;
    return open(
      { code: 'not_excluded' },
      `Not excluded: ${doubts.join(', ')}${measured}`,
      'mass effect not excluded',
    );
  }
  return unremarkable({ code: 'no_sign' }, `No sign measured (no ${clear})`);
}

function signsOf(m: Measurements): string[] {
  const side = effacedSide(m);
  return [
    ...(isShifted(m) && !isContradicted(m) ? ['midline shift'] : []),
    ...(side === undefined ? [] : [`sulci effaced on the ${side}`]),
  ];
}

/** What may press, or hide that something does. */
function doubtsOf(m: Measurements, cisternsNarrow: boolean): string[] {
  const size = bleedingSize(m);
  const isLarge = area(m.bleedingRegion) > largeShare * area(m.skull.intracranial);
  const mayPress = hasBleeding(m) && (isLarge || !isShiftClear(m) || !areSulciClear(m));
  return [
    ...(mayPress ? [`suspected hemorrhage${size === undefined ? '' : ` (${size})`}`] : []),
    ...(isContradicted(m) ? ['midline moved towards the side of the narrower sulci'] : []),
    ...(cisternsNarrow ? ['narrow basal cisterns'] : []),
    ...(areSulciHidden(m) ? ['sulci not visible'] : []),
  ];
}

function areSulciHidden(m: Measurements): boolean {
  return m.assessable.sulci && (m.csf?.sulcalShare.both ?? 0) < sulciNarrowBelow;
}

function isShiftClear(m: Measurements): boolean {
  return m.assessable.shift && m.midline !== undefined && !isShifted(m);
}

function areSulciClear(m: Measurements): boolean {
  return m.assessable.sulci && !areSulciHidden(m) && effacedSide(m) === undefined && !isContradicted(m);
}

/** What was measured and not found. */
function clearOf(m: Measurements): string {
  return [isShiftClear(m) ? 'midline shift' : '', areSulciClear(m) ? 'effaced sulci' : '']
    .filter(Boolean)
    .join(' or ');
}
