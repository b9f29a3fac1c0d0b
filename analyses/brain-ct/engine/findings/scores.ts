import type { Score } from '@second-read/core/reading/analysis';
import { type BleedingType, bleedingTypes } from '../measure/haemorrhage.ts';
import type { Measurements } from '../measure/measurements.ts';

/**
 * Types whose probability was measured on 20 slices and 5 patients or more (README); the others have none:
 * CT-ICH holds subdural bleedings of two patients, intraventricular ones of four, 15 subarachnoid slices.
 */
const measuredTypes: readonly BleedingType[] = ['edh', 'iph'];

/** The figures for evaluation; null where the level does not allow them. Meanings in the README. */
export function scoresOf(m: Measurements): Readonly<Record<string, Score>> {
  const shift = m.assessable.shift ? (m.midline?.shift ?? null) : null;
  const evansIndex = m.assessable.ventricles ? (m.csf?.evansIndex ?? null) : null;
  const hypodense = m.assessable.hypodensity ? (m.hypodense?.fraction ?? null) : null;
  return {
    haemorrhage: m.bleeding.probability,
    haemorrhage_types: typeScores(m.bleeding.types),
    midline_shift_fraction: shift,
    evans_index: evansIndex,
    csf_fraction: m.csf?.fraction ?? null,
    hypodense_fraction: hypodense,
    abnormal: Math.max(
      m.bleeding.probability,
      rising(Math.abs(shift ?? 0), 0.04, 0.008),
      rising(evansIndex ?? 0, 0.33, 0.02),
      rising(hypodense ?? 0, 0.05, 0.01),
    ),
  };
}

function typeScores(types: Measurements['bleeding']['types']): Score {
  const score = (type: BleedingType) => (measuredTypes.includes(type) ? types[type] : null);
  return Object.fromEntries(bleedingTypes.map((type) => [type, score(type)]));
}

/** 0 well below `half`, 1 well above. */
function rising(value: number, half: number, slope: number): number {
  return 1 / (1 + Math.exp(-(value - half) / slope));
}
