import { shareText } from '@second-read/core/report/percent';
import {
  bleedingType,
  bleedingWords,
  hasBleeding,
  isBleedingLeftOpen,
  unlikeWords,
} from './bleeding-words.ts';
import { massEffect } from './mass-effect.ts';
import type { Measurements } from './measurements.ts';
import {
  abnormal,
  notAssessed,
  notShown,
  type Observation,
  open,
  showsBrain,
  unremarkable,
} from './observation.ts';
import { placeOf, sideOf, sizeOf } from './regions.ts';
import { isEffaced, isShifted, lessVisibleSide, shiftFrom, sulciNarrowBelow } from './signs.ts';

/** 5 mm of a mean inner skull width of 135 mm; a midline shift above 5 mm is a surgical threshold (Bullock, Neurosurgery 58:S2, 2006). */
const surgicalShift = 5 / 135;
/**
 * Evans' index: 0.20-0.25 in the healthy, 0.25-0.30 possible, above 0.30 ventriculomegaly (Evans, Arch Neurol Psychiatry 47, 1942).
 * Below, one horn or a part of it was left out: half of the pictures read by eye.
 */
const evans = { leastPlausible: 0.2, possible: 0.25, dilated: 0.3 } as const;
/** CSF share of the band under the skull: 95th percentile of 236 training slices without bleeding. */
const sulciProminentFrom = 0.055;
/** Central CSF share, 5th and 95th percentile of training slices with visible central CSF, rounded outwards. */
const cisternsUsual = { least: 0.008, most: 0.07 };

/** The lines of the report, in the order in which the diagnosis takes them. */
export interface Observations {
  readonly haemorrhage: Observation;
  readonly midline: Observation;
  readonly cisterns: Observation;
  readonly massEffect: Observation;
  readonly ventricles: Observation;
  readonly hypodense: Observation;
  readonly sulci: Observation;
  readonly volume: Observation;
}

export function observe(m: Measurements): Observations {
  const cisterns = basalCisterns(m);
  return {
    haemorrhage: haemorrhage(m),
    midline: midlineShift(m),
    cisterns,
    massEffect: massEffect(m, cisterns.judgement === 'abnormal' && !cisterns.text.startsWith('Dilated')),
    ventricles: ventricularDilation(m),
    hypodense: hypodenseAreas(m),
    sulci: sulcation(m),
    volume: parenchymalVolume(m),
  };
}

function haemorrhage(m: Measurements): Observation {
  const score = `model score ${shareText(m.bleeding.probability)}`;
  if (hasBleeding(m)) {
    const words = bleedingWords(m);
    return abnormal(`Suspected${words} (${score})`, bleedingType(m));
  }
  if (isBleedingLeftOpen(m)) return notAssessed(`${unlikeWords(m)}; not excluded, for review (${score})`);
  return showsBrain(m) ? unremarkable(`None detected on this slice (${score})`) : notShown(m);
}

/** By the patient's sides, with millimetres where the spacing is known. */
function midlineShift(m: Measurements): Observation {
  if (!m.assessable.shift || m.midline === undefined) return notShown(m);
  const { shift, innerWidth } = m.midline;
  const percent = shareText(Math.abs(shift));
  const mm = m.mmPerPixel === undefined ? undefined : Math.abs(shift) * innerWidth * m.mmPerPixel;
  const least = `${(100 * shiftFrom).toFixed(0)} % of the inner skull width`;
  if (!isShifted(m)) return unremarkable(`No shift of ${least} or more (measured ${sizeText(mm, percent)})`);
  const beyond = (mm === undefined ? Math.abs(shift) > surgicalShift : mm > 5) ? ', above 5 mm' : '';
  const estimate = mm === undefined && beyond !== '' ? ' at a usual head size' : '';
  const words = `to the ${shift > 0 ? 'left' : 'right'} (${sizeText(mm, percent)} of the inner skull width${beyond}${estimate})`;
  return abnormal(`Shifted ${words}`, `midline shifted ${words}`);
}

function sizeText(mm: number | undefined, percent: string): string {
  return mm === undefined ? percent : `${mm.toFixed(1)} mm, ${percent}`;
}

function ventricularDilation(m: Measurements): Observation {
  if (!m.assessable.ventricles) return notShown(m);
  const index = m.csf?.evansIndex;
  if (index === undefined) return notAssessed('the frontal horns cannot be measured on this slice');
  if (index < evans.leastPlausible)
    return notAssessed(
      `the frontal horns were not outlined as a pair (an Evans index of ${index.toFixed(2)} is implausible)`,
    );
  const measured = `(Evans index ${index.toFixed(2)})`;
  if (index > evans.dilated)
    return abnormal(
      `Dilated ${measured}`,
      `dilated lateral ventricles ${measured}, hydrocephalus or volume loss`,
    );
  return index >= evans.possible
    ? abnormal(`Possibly dilated ${measured}`, `possibly dilated lateral ventricles ${measured}`)
    : unremarkable(`Not dilated ${measured}`);
}

function basalCisterns(m: Measurements): Observation {
  if (!m.assessable.cisterns || m.csf === undefined) return notShown(m);
  const share = m.csf.centralFraction;
  const measured = `(CSF ${shareText(share)} of the intracranial area)`;
  if (share > cisternsUsual.most)
    return abnormal(
      `Dilated ${measured}`,
      `dilated basal cisterns ${measured}, volume loss or hydrocephalus`,
    );
  return share < cisternsUsual.least
    ? abnormal(
        `Narrow, effacement possible ${measured}`,
        `narrow basal cisterns ${measured}, effacement possible`,
      )
    : unremarkable(`Basal cisterns visible ${measured}`);
}

function sulcation(m: Measurements): Observation {
  if (!m.assessable.sulci || m.csf === undefined) return notShown(m);
  const share = m.csf.sulcalShare.both;
  const measured = `(sulcal CSF ${shareText(share)} of the cortical band)`;
  const side = lessVisibleSide(m);
  if (side !== undefined && isEffaced(m, side))
    return abnormal(
      `Effaced on the ${side} against the other side ${measured}`,
      `sulci effaced on the ${side}`,
    );
  if (side !== undefined)
    return abnormal(
      `Asymmetric, less visible on the ${side}, without a lesion or shift that explains it ${measured}`,
      `sulci asymmetric, less visible on the ${side}`,
    );
  // The volume's own line says what prominent sulci mean.
  if (share > sulciProminentFrom) return { text: `Prominent ${measured}`, judgement: 'abnormal' };
  return share < sulciNarrowBelow
    ? open(
        `Sulci not visible; effacement not excluded ${measured}`,
        'sulci not visible, effacement not excluded',
      )
    : unremarkable(`Within the usual range ${measured}`);
}

/** Without Hounsfield units of the file the difference is an estimate. */
function hypodenseAreas(m: Measurements): Observation {
  if (!m.assessable.hypodensity || m.hypodense === undefined) return notShown(m);
  const { region, fraction, difference } = m.hypodense;
  if (fraction === 0)
    return unremarkable('None seen against the other side (areas of 2 % of the brain and more)');
  const side = sideOf(region, m);
  const estimated = m.density.source === 'measured' ? '' : ', estimated';
  const lower = `${Math.abs(difference).toFixed(0)} HU lower than the other side${estimated}`;
  const words = `${side ?? 'both sides'}, ${placeOf(region, m)} (${sizeOf(region, m)}, ${lower})`;
  return abnormal(
    words.charAt(0).toUpperCase() + words.slice(1),
    `hypodensity of undetermined age: ${words}`,
  );
}

function parenchymalVolume(m: Measurements): Observation {
  const unknown: Observation = { text: 'Parenchymal volume: not assessed', judgement: 'not assessed' };
  if (!m.assessable.sulci || m.csf === undefined || lessVisibleSide(m) !== undefined) return unknown;
  if (m.csf.sulcalShare.both <= sulciProminentFrom) return unknown;
  const measured = `(CSF ${shareText(m.csf.fraction)} of the intracranial area)`;
  const isWide = ventricularDilation(m).judgement === 'abnormal';
  return abnormal(
    `${isWide ? 'Generalized' : 'Cortical'} volume loss ${measured}`,
    `${isWide ? 'generalized' : 'cortical'} volume loss ${measured}`,
  );
}
