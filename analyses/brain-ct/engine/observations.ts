import { area } from '@second-read/core/pixels/mask-logic';
import { type BleedingType, bleedingTypes } from './haemorrhage.ts';
import type { Measurements } from './measurements.ts';
import { haemorrhageFrom } from './operating-point.ts';
import { lobeOf, type Side, sideOf, sizeOf } from './regions.ts';

export const bleedingNames: Readonly<Record<BleedingType, string>> = {
  edh: 'an epidural haematoma',
  sdh: 'a subdural haematoma',
  sah: 'a subarachnoid haemorrhage',
  iph: 'an intraparenchymal haemorrhage',
  ivh: 'an intraventricular haemorrhage',
};

/** Shift that is reported, share of the inner width: well above the 95th percentile, 0.018, of slices without one (README). */
export const shiftFrom = 0.03;
/** 5 mm of a mean inner skull width of 135 mm; a midline shift above 5 mm is a surgical threshold (Bullock, Neurosurgery 58:S2, 2006). */
export const surgicalShift = 5 / 135;
/** Evans' index: 0.25-0.30 possible, above 0.30 ventriculomegaly. */
export const evansPossible = 0.25;
export const evansDilated = 0.3;
/**
 * CSF share of the band under the skull: 95th percentile of 236 training slices without bleeding. The 5th is 0: the
 * young have no visible sulci in this window, so narrow sulci alone are never called effaced.
 */
export const sulciProminentFrom = 0.055;
export const sulciNarrowBelow = 0.001;
/** Central CSF share, 5th and 95th percentile of training slices with visible central CSF, rounded outwards. */
export const cisternsNormal = { least: 0.008, most: 0.07 };
/** A side whose sulci hold less than this part of the other side's is called effaced. */
const effacedRatio = 0.35;

export function notAssessable(m: Measurements): string {
  return `Not Specified: not assessable at this level (${m.level})`;
}

export function hasBleeding(m: Measurements): boolean {
  return m.bleeding.probability >= haemorrhageFrom;
}

export function mostLikelyType(m: Measurements): BleedingType {
  const { types } = m.bleeding;
  return bleedingTypes.reduce((best, type) => (types[type] > types[best] ? type : best), 'edh');
}

export function haemorrhage(m: Measurements): string {
  const percent = `${(100 * m.bleeding.probability).toFixed(0)} %`;
  if (!hasBleeding(m)) return `None detected on this slice (probability ${percent})`;
  const side = sideOf(m.bleedingRegion, m);
  const where = side === undefined ? '' : ` on the ${side}`;
  const size = area(m.bleedingRegion) === 0 ? '' : `, ${sizeOf(m.bleedingRegion, m)}`;
  return `Suspected${where}, most like ${bleedingNames[mostLikelyType(m)]} (probability ${percent}${size})`;
}

/** The shift in words with its size; undefined where the level shows none. */
export function midlineShift(m: Measurements): string {
  if (!m.assessable.shift || m.midline === undefined) return notAssessable(m);
  const { shift, innerWidth } = m.midline;
  const percent = `${(100 * Math.abs(shift)).toFixed(1)} % of the inner skull width`;
  const mm = m.mmPerPixel === undefined ? undefined : Math.abs(shift) * innerWidth * m.mmPerPixel;
  const size = mm === undefined ? percent : `${mm.toFixed(1)} mm, ${percent}`;
  if (Math.abs(shift) < shiftFrom) return `None measurable (${size})`;
  const beyond = (mm === undefined ? Math.abs(shift) > surgicalShift : mm > 5) ? ', above 5 mm' : '';
  const estimate = mm === undefined && beyond !== '' ? ' at a usual head size' : '';
  return `Shifted to the ${shift > 0 ? 'left' : 'right'} (${size}${beyond}${estimate})`;
}

export function ventricularDilation(m: Measurements): string {
  if (!m.assessable.ventricles) return notAssessable(m);
  const index = m.csf?.evansIndex;
  if (index === undefined) return 'Not Specified: the frontal horns cannot be measured on this slice';
  const measured = `(Evans index ${index.toFixed(2)})`;
  if (index > evansDilated) return `Dilated ${measured}`;
  return index >= evansPossible ? `Possibly dilated ${measured}` : `Not dilated ${measured}`;
}

export function basalCisterns(m: Measurements): string {
  if (!m.assessable.cisterns || m.csf === undefined) return notAssessable(m);
  const share = m.csf.centralFraction;
  const measured = `(CSF ${(100 * share).toFixed(1)} % of the intracranial area)`;
  if (share > cisternsNormal.most) return `Dilated ${measured}`;
  return share < cisternsNormal.least
    ? `Narrow, effacement possible ${measured}`
    : `Not dilated, not effaced ${measured}`;
}

/** The side whose sulci are effaced against the other; sides by radiological convention. */
export function effacedSide(m: Measurements): Side | undefined {
  const shares = m.csf?.sulcalShare;
  if (!m.assessable.sulci || shares === undefined) return undefined;
  const [less, more] = [Math.min(shares.smallerX, shares.largerX), Math.max(shares.smallerX, shares.largerX)];
  if (more < 0.03 || less > effacedRatio * more) return undefined;
  return shares.smallerX < shares.largerX ? 'right' : 'left';
}

export function sulcation(m: Measurements): string {
  if (!m.assessable.sulci || m.csf === undefined) return notAssessable(m);
  const share = m.csf.sulcalShare.both;
  const measured = `(sulcal CSF ${(100 * share).toFixed(1)} % of the cortical band)`;
  const side = effacedSide(m);
  if (side !== undefined) return `Effaced on the ${side} against the other side ${measured}`;
  if (share > sulciProminentFrom) return `Prominent ${measured}`;
  return share < sulciNarrowBelow
    ? `Narrow, usual in the young; diffuse effacement cannot be told apart on one slice ${measured}`
    : `Within the usual range ${measured}`;
}

export function hypodenseAreas(m: Measurements): string {
  if (!m.assessable.hypodensity || m.hypodense === undefined) return notAssessable(m);
  const { region, fraction, difference } = m.hypodense;
  if (fraction === 0) return 'None seen against the other side (areas of 2 % of the brain and more)';
  const side = sideOf(region, m);
  const where = side === undefined ? 'Both sides' : side === 'left' ? 'Left' : 'Right';
  return `${where}, ${lobeOf(region, m)} (${sizeOf(region, m)}, ${difference.toFixed(0)} HU against the other side)`;
}

export function massEffect(m: Measurements): string {
  if (!m.assessable.shift && !m.assessable.sulci) return notAssessable(m);
  const signs = massSigns(m);
  if (signs.length > 0) return `Present (${signs.join('; ')})`;
  const judged = [m.assessable.shift ? 'midline' : '', m.assessable.sulci ? 'sulci' : '']
    .filter(Boolean)
    .join(' and ');
  return `No sign seen (judged by ${judged})`;
}

export function massSigns(m: Measurements): string[] {
  const signs: string[] = [];
  if (m.assessable.shift && Math.abs(m.midline?.shift ?? 0) >= shiftFrom) signs.push('midline shift');
  const side = effacedSide(m);
  if (side !== undefined) signs.push(`sulci effaced on the ${side}`);
  return signs;
}

export function hypertrophy(m: Measurements): string {
  if (!m.assessable.sulci || m.csf === undefined) return notAssessable(m);
  const measured = `(CSF ${(100 * m.csf.fraction).toFixed(1)} % of the intracranial area)`;
  const isWide = m.csf.sulcalShare.both > sulciProminentFrom;
  if (isWide && (m.csf.evansIndex ?? 0) >= evansPossible) return `Generalised volume loss ${measured}`;
  if (isWide) return `Cortical volume loss ${measured}`;
  return `No volume loss seen; volume gain (swelling) cannot be judged on one slice ${measured}`;
}
