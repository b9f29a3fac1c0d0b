import { numberOf, type ReportText, stringOf } from '@second-read/core/report/report-text';
import { stateFrom, unsaid } from '@second-read/core/report/state-from-text';
import { flagFrom, measurementFrom, percentFrom, wordFrom } from '@second-read/core/report/text-values';
import { type BreastFinding, compositions, margins, massDensities, massShapes } from '../reading/schema.ts';

/** The four kinds of finding of a `report_text`, in the order of the manifest. */
export function findingsFromText(text: ReportText): BreastFinding[] {
  return [massFrom(text), axillaFrom(text), calcificationFrom(text), tissueFrom(text)];
}

/** The best one; size and place in the words of the reply. */
function massFrom(text: ReportText): BreastFinding {
  const stated = stateFrom(text, 'mass', percentFrom(text, 'mass_confidence'));
  const base = { ...unsaid, id: 'mass-1', type: 'mass' as const, ...stated, descriptors: null };
  if (stated.state !== 'found') return base;
  const [size, place] = [stringOf(text, 'mass_size'), stringOf(text, 'mass_location')];
  const told = { ...(size !== null && { size }), ...(place !== null && { place }) };
  const estimate = { quantity: 'estimated_diameter', unit: 'mm', method: 'size_of_breast' } as const;
  return {
    ...base,
    ...(Object.keys(told).length > 0 && { told }),
    descriptors: {
      margin: wordFrom(text, 'mass_definition', margins),
      density: wordFrom(text, 'mass_density', massDensities),
      shape: wordFrom(text, 'mass_shape', massShapes),
      calcified: flagFrom(text, 'mass_calcification'),
      place: null,
    },
    measurements: [
      ...measurementFrom(text, 'mass_size_mm', { quantity: 'longest_diameter', unit: 'mm' }),
      ...measurementFrom(text, 'mass_size_px', { quantity: 'longest_diameter', unit: 'px' }),
      ...measurementFrom(text, 'mass_size_estimated_mm', estimate),
      ...measurementFrom(text, 'mass_size_percent', { quantity: 'share_of_breast_width', unit: 'percent' }),
      ...measurementFrom(text, 'mass_probability', { quantity: 'malignancy', unit: 'percent' }),
    ],
  };
}

function axillaFrom(text: ReportText): BreastFinding {
  const assessable = numberOf(text, 'axilla_assessable');
  // Our own search is unvalidated: its number is a rank, no probability.
  const certainty = assessable === null ? percentFrom(text, 'axilla_confidence') : null;
  const stated = stateFrom(text, 'axilla_findings', certainty);
  const base = { ...unsaid, id: 'axilla-1', type: 'axilla' as const, descriptors: null, ...stated };
  if (stated.state !== 'found') {
    const isHidden = assessable === 0 && stated.state === 'not_found';
    return isHidden ? { ...base, state: 'not_assessed', reason: 'outside_view', certainty: null } : base;
  }
  const rank = { quantity: 'half_rank_among_films', unit: 'percent', method: 'unvalidated' } as const;
  return {
    ...base,
    descriptors: { fattyHilum: flagFrom(text, 'axilla_fatty_hillum') },
    measurements: assessable === null ? [] : measurementFrom(text, 'axilla_confidence', rank),
  };
}

function calcificationFrom(text: ReportText): BreastFinding {
  const base = { ...unsaid, id: 'calcification-1', type: 'calcification' as const, descriptors: null };
  if (numberOf(text, 'calcification_assessable') === 0)
    return { ...base, state: 'not_assessed', reason: 'not_measurable', certainty: null };
  return {
    ...base,
    ...stateFrom(text, 'calcification', percentFrom(text, 'calcification_confidence')),
    measurements: [
      ...measurementFrom(text, 'calcification_clusters', { quantity: 'clusters', unit: 'count' }),
      ...measurementFrom(text, 'calcification_spots', { quantity: 'spots', unit: 'count' }),
    ],
  };
}

/** It has no key of its own: every breast has tissue. */
function tissueFrom(text: ReportText): BreastFinding {
  return {
    ...unsaid,
    id: 'breast-tissue-1',
    type: 'breast tissue',
    state: 'found',
    reason: null,
    certainty: percentFrom(text, 'breast_density_confidence'),
    descriptors: { composition: wordFrom(text, 'acr_breast_density', compositions) },
  };
}
