import { shareText } from '@second-read/core/report/percent';
import { measuredAs } from '../../reading/codes.ts';
import { credibleFrom, dilatedFrom } from '../../reading/evans.ts';
import type { Measurements } from '../measure/measurements.ts';
import {
  abnormal,
  notAssessed,
  notShown,
  type Observation,
  open,
  percentOf,
  unremarkable,
} from './observation.ts';
import { isEffaced, lessVisibleSide, sulciNarrowBelow } from './signs.ts';

/** CSF share of the band under the skull: 95th percentile of 236 training slices without bleeding. */
const sulciProminentFrom = 0.055;
/**
 * Central CSF share, 5th and 95th percentile of training slices with visible central CSF, rounded outwards.
 */
const cisternsUsual = { min: 0.008, max: 0.07 };

const csfShare = (share: number) => measuredAs('csf_share', percentOf(share), 'percent');

export function ventricularDilation(m: Measurements): Observation<'ventricular_dilation'> {
  if (!m.assessable.ventricles) return notShown(m);
  const index = m.csf?.evansIndex;
  if (index === undefined)
    return notAssessed('not_measurable', 'the frontal horns cannot be measured on this slice');
  if (index < credibleFrom)
    return notAssessed(
      'implausible',
      `the frontal horns were not outlined as a pair (an Evans index of ${index.toFixed(2)} is implausible)`,
    );
  const words = `(Evans index ${index.toFixed(2)})`;
  // Judged as it is printed.
  const printed = Number(index.toFixed(2));
  const measured = [measuredAs('evans', printed, 'ratio')];
  // Wide sulci tell which: the volume's own line says so.
  const cause = areSulciProminent(m) ? '' : ', hydrocephalus or volume loss';
  return printed > dilatedFrom
    ? abnormal(
        { code: 'dilated', measured },
        `Dilated ${words}`,
        `dilated lateral ventricles ${words}${cause}`,
      )
    : unremarkable({ code: 'not_dilated', measured }, `Not dilated ${words}`);
}

export function basalCisterns(m: Measurements): Observation<'basal_cistern_dilation'> {
  if (!m.assessable.cisterns || m.csf === undefined) return notShown(m);
  const share = m.csf.centralFraction;
  const measured = [csfShare(share)];
  const words = `(CSF ${shareText(share)} of the intracranial area)`;
  if (share > cisternsUsual.max)
    return abnormal(
      { code: 'dilated', measured },
      `Dilated ${words}`,
      `dilated basal cisterns ${words}, volume loss or hydrocephalus`,
    );
  return share < cisternsUsual.min
    ? abnormal(
        { code: 'narrow', measured },
        `Narrow, effacement possible ${words}`,
        `narrow basal cisterns ${words}, effacement possible`,
      )
    : unremarkable({ code: 'usual', measured }, `Basal cisterns visible ${words}`);
}

export function sulcation(m: Measurements): Observation<'sulcation'> {
  if (!m.assessable.sulci || m.csf === undefined) return notShown(m);
  const share = m.csf.sulcalShare.both;
  const measured = [csfShare(share)];
  const words = `(sulcal CSF ${shareText(share)} of the cortical band)`;
  const side = lessVisibleSide(m);
  if (side !== undefined && isEffaced(m, side))
    return abnormal(
      { code: 'effaced', side, measured },
      `Effaced on the ${side} against the other side ${words}`,
      `sulci effaced on the ${side}`,
    );
  if (side !== undefined)
    return abnormal(
      { code: 'asymmetric', side, measured },
      `Asymmetric, less visible on the ${side} ${words}`,
      `sulci asymmetric, less visible on the ${side}`,
    );
  // The volume's own line says what prominent sulci mean.
  if (share > sulciProminentFrom) return abnormal({ code: 'prominent', measured }, `Prominent ${words}`);
  return share < sulciNarrowBelow
    ? open(
        { code: 'not_visible', measured },
        `Sulci not visible; effacement not excluded ${words}`,
        'sulci not visible, effacement not excluded',
      )
    : unremarkable({ code: 'usual', measured }, `Within the usual range ${words}`);
}

function areSulciProminent(m: Measurements): boolean {
  const isEven = m.assessable.sulci && lessVisibleSide(m) === undefined;
  return isEven && (m.csf?.sulcalShare.both ?? 0) > sulciProminentFrom;
}

export function parenchymalVolume(m: Measurements): Observation<'hypertrophy'> {
  const unknown: Observation<'hypertrophy'> = {
    ...notAssessed<'hypertrophy'>('not_measurable', ''),
    text: 'Parenchymal volume: not assessed',
  };
  if (m.csf === undefined || !areSulciProminent(m)) return unknown;
  const words = `(CSF ${shareText(m.csf.fraction)} of the intracranial area)`;
  const measured = [csfShare(m.csf.fraction)];
  const isWide = ventricularDilation(m).judgement === 'abnormal';
  return abnormal(
    { code: isWide ? 'generalized_loss' : 'cortical_loss', measured },
    `${isWide ? 'Generalized' : 'Cortical'} volume loss ${words}`,
    `${isWide ? 'generalized' : 'cortical'} volume loss ${words}`,
  );
}
