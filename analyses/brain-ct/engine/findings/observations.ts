import { shareText } from '@second-read/core/report/percent';
import { capitalized } from '@second-read/core/report/sentences';
import { measuredAs } from '../../reading/codes.ts';
import type { Measurements } from '../measure/measurements.ts';
import {
  bleedingSize,
  bleedingType,
  bleedingWords,
  hasBleeding,
  isBleedingLeftOpen,
  unlikeWords,
} from './bleeding-words.ts';
import { basalCisterns, parenchymalVolume, sulcation, ventricularDilation } from './csf-observations.ts';
import { massEffect } from './mass-effect.ts';
import {
  abnormal,
  notAssessed,
  notShown,
  type Observation,
  percentOf,
  showsBrain,
  unremarkable,
} from './observation.ts';
import { areaOf, placeOf, sideOf, sizeOf } from './regions.ts';
import { isShifted, shiftFrom } from './signs.ts';

/**
 * 5 mm of a mean inner skull width of 135 mm; a midline shift above 5 mm is a surgical threshold (Bullock,
 * Neurosurgery 58:S2, 2006).
 */
const surgicalShift = 5 / 135;

/** The lines of the report, in the order in which the diagnosis takes them. */
export interface Observations {
  readonly haemorrhage: Observation<'haemorrhage'>;
  readonly midline: Observation<'midline_shift'>;
  readonly cisterns: Observation<'basal_cistern_dilation'>;
  readonly massEffect: Observation<'mass_effect'>;
  readonly ventricles: Observation<'ventricular_dilation'>;
  readonly hypodense: Observation<'hypodense_areas'>;
  readonly sulci: Observation<'sulcation'>;
  readonly volume: Observation<'hypertrophy'>;
}

export function observe(m: Measurements): Observations {
  const cisterns = basalCisterns(m);
  return {
    haemorrhage: haemorrhage(m),
    midline: midlineShift(m),
    cisterns,
    massEffect: massEffect(m, cisterns.code === 'narrow'),
    ventricles: ventricularDilation(m),
    hypodense: hypodenseAreas(m),
    sulci: sulcation(m),
    volume: parenchymalVolume(m),
  };
}

function haemorrhage(m: Measurements): Observations['haemorrhage'] {
  const score = `model score ${shareText(m.bleeding.probability)}`;
  if (hasBleeding(m)) {
    const words = bleedingWords(m);
    const side = sideOf(m.bleedingRegion, m) ?? null;
    const measured = bleedingSize(m) === undefined ? [] : [areaOf(m.bleedingRegion, m)];
    return abnormal({ code: 'suspected', side, measured }, `Suspected${words} (${score})`, bleedingType(m));
  }
  if (isBleedingLeftOpen(m)) {
    const words = `${unlikeWords(m)}; not excluded, for review (${score})`;
    return { ...notAssessed<'haemorrhage'>('unlike_measured', words), code: 'not_excluded' };
  }
  return showsBrain(m)
    ? unremarkable({ code: 'not_detected' }, `None detected on this slice (${score})`)
    : notShown(m);
}

/** By the patient's sides, with millimetres where the spacing is known. */
function midlineShift(m: Measurements): Observations['midline'] {
  if (!m.assessable.shift || m.midline === undefined) return notShown(m);
  const { shift, innerWidth } = m.midline;
  const percent = shareText(Math.abs(shift));
  const mm = m.mmPerPixel === undefined ? undefined : Math.abs(shift) * innerWidth * m.mmPerPixel;
  const measured = [
    ...(mm === undefined ? [] : [measuredAs('shift', Number(mm.toFixed(1)), 'mm')]),
    measuredAs('shift', percentOf(Math.abs(shift)), 'percent'),
  ];
  const threshold = `${(100 * shiftFrom).toFixed(0)} % of the inner skull width`;
  if (!isShifted(m)) {
    const words = `No shift of ${threshold} or more (measured ${sizeText(mm, percent)})`;
    return unremarkable(
      { code: 'not_shifted', measured },
      words,
      `no midline shift (${sizeText(mm, percent)})`,
    );
  }
  const beyond = (mm === undefined ? Math.abs(shift) > surgicalShift : mm > 5) ? ', above 5 mm' : '';
  const estimate = mm === undefined && beyond !== '' ? ' at a usual head size' : '';
  const side = shift > 0 ? 'left' : 'right';
  const words = `to the ${side} (${sizeText(mm, percent)} of the inner skull width${beyond}${estimate})`;
  return abnormal({ code: 'shifted', side, measured }, `Shifted ${words}`, `midline shifted ${words}`);
}

function sizeText(mm: number | undefined, percent: string): string {
  return mm === undefined ? percent : `${mm.toFixed(1)} mm, ${percent}`;
}

/** Without Hounsfield units of the file the difference is an estimate. */
function hypodenseAreas(m: Measurements): Observations['hypodense'] {
  if (!m.assessable.hypodensity || m.hypodense === undefined) return notShown(m);
  const { region, fraction, difference, comparedWith } = m.hypodense;
  if (fraction === 0)
    return unremarkable({ code: 'none_seen' }, 'None seen (areas of 2 % of the brain and more)');
  const side = sideOf(region, m);
  const estimated = m.density.source === 'measured' ? '' : ', estimated';
  const lower = Math.abs(difference).toFixed(0);
  const mirrored = side === undefined ? 'the mirrored places' : 'the other side';
  const other = comparedWith === 'other side' ? mirrored : 'usual brain';
  const density = lower === '0' ? `on average as dense as ${other}` : `${lower} HU lower than ${other}`;
  const words = `${side ?? 'both sides'}, ${placeOf(region, m)} (${sizeOf(region, m)}, ${density}${estimated})`;
  const method = estimated === '' ? null : 'estimated_density';
  const measured = [areaOf(region, m), measuredAs('density_difference', Number(lower), 'HU', method)];
  return abnormal(
    { code: 'seen', side: side ?? 'both', measured },
    capitalized(words),
    `hypodensity of undetermined age: ${side ?? 'both sides'}, ${placeOf(region, m)} (${sizeOf(region, m)})`,
  );
}
