import type { NotAssessedReason } from '@second-read/core/reading/finding';
import type { ReportText } from '@second-read/core/report/report-text';
import { stateFrom, unsaid } from '@second-read/core/report/state-from-text';
import { flagFrom, measurementFrom, percentFrom } from '@second-read/core/report/text-values';
import type { LungFinding } from '../reading/schema.ts';

/** Type of the finding and the key of the reply that tells of it. */
const kinds = [
  ['ground-glass', 'ground_glass'],
  ['consolidation', 'consolidation'],
] as const;

export function opacitiesFrom(text: ReportText): LungFinding[] {
  // Without any opacity there is none of either kind; with one, nothing was measured of either.
  const absence = isAnyFound(text) ? null : percentFrom(text, 'opacity_confidence');
  return kinds.map(([type, key]) => {
    const base = { ...unsaid, id: `${type}-1`, type, descriptors: null };
    const reason = whyNotLookedFor(text) ?? whyHidden(text, key);
    const stated = stateFrom(text, key, absence);
    if (reason !== null && stated.state !== 'found') {
      return { ...base, state: 'not_assessed', reason, certainty: null };
    }
    const share = { quantity: 'share_of_lungs', unit: 'percent' } as const;
    return { ...base, ...stated, measurements: measurementFrom(text, `${key}_share`, share) };
  });
}

/** The reply gives the probability of what it states: of any opacity, or of none. */
export function anyOpacityFrom(text: ReportText): number | null {
  const stated = percentFrom(text, 'opacity_confidence');
  if (stated === null || isAnyFound(text)) return stated;
  const isTold = kinds.some(([, key]) => flagFrom(text, key) === false);
  return isTold && whyNotLookedFor(text) === null ? Number((100 - stated).toFixed(1)) : null;
}

function isAnyFound(text: ReportText): boolean {
  return kinds.some(([, key]) => flagFrom(text, key) === true);
}

function whyHidden(text: ReportText, key: string): NotAssessedReason | null {
  return flagFrom(text, `${key}_assessed`) === false ? 'hidden_by_window' : null;
}

function whyNotLookedFor(text: ReportText): NotAssessedReason | null {
  if (flagFrom(text, 'nodule_assessed') === false) return 'organ_not_found';
  return flagFrom(text, 'opacity_assessed') === false ? 'partial_view' : null;
}
