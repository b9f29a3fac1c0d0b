import { numberOf, type ReportText } from '@second-read/core/report/report-text';
import { stateFrom, unsaid } from '@second-read/core/report/state-from-text';
import { flagFrom, measurementFrom, percentFrom, wordFrom } from '@second-read/core/report/text-values';
import { type BreastFinding, compositions } from '../reading/schema.ts';
import { massesFrom } from './masses-from-text.ts';

/** The four kinds of finding of a `report_text`, in the order of the manifest. */
export function findingsFromText(text: ReportText): BreastFinding[] {
  return [...massesFrom(text), axillaFrom(text), calcificationFrom(text), tissueFrom(text)];
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
