import type { Measurements } from '../measure/measurements.ts';
import { bleedingSize, hasBleeding } from './bleeding-words.ts';
import { abnormal, notShown, type Observation, open, unremarkable } from './observation.ts';
import { effacedSide, isShifted, lessVisibleSide, sulciNarrowBelow } from './signs.ts';

/**
 * Present by its signs; where there is something that may press, the lack of signs on one slice excludes
 * nothing.
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
    ...(isShifted(m) ? ['midline shift'] : []),
    ...(side === undefined ? [] : [`sulci effaced on the ${side}`]),
  ];
}

/** What may press, or hide that something does. */
function doubtsOf(m: Measurements, cisternsNarrow: boolean): string[] {
  const size = bleedingSize(m);
  return [
    ...(hasBleeding(m) ? [`suspected hemorrhage${size === undefined ? '' : ` (${size})`}`] : []),
    ...(cisternsNarrow ? ['narrow basal cisterns'] : []),
    ...(areSulciHidden(m) ? ['sulci not visible'] : []),
    ...(lessVisibleSide(m) === undefined ? [] : ['sulci asymmetric']),
  ];
}

function areSulciHidden(m: Measurements): boolean {
  return m.assessable.sulci && (m.csf?.sulcalShare.both ?? 0) < sulciNarrowBelow;
}

/** What was measured and not found. */
function clearOf(m: Measurements): string {
  const isSulcal = m.assessable.sulci && !areSulciHidden(m) && lessVisibleSide(m) === undefined;
  return [
    m.assessable.shift && m.midline !== undefined ? 'midline shift' : '',
    isSulcal ? 'effaced sulci' : '',
  ]
    .filter(Boolean)
    .join(' or ');
}
