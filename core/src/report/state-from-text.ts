import type { NotAssessedReason } from '../reading/finding.ts';
import type { ReportText } from './report-text.ts';
import { flagFrom } from './text-values.ts';

/** What a reply leaves out, or says in a form that cannot be read, was not looked for. */
export function stateFrom(text: ReportText, key: string, certainty: number | null) {
  const found = flagFrom(text, key);
  if (found !== null) {
    return { state: found ? ('found' as const) : ('not_found' as const), reason: null, certainty };
  }
  const reason: NotAssessedReason = text.values.has(key) ? 'malformed' : 'not_reported';
  return { state: 'not_assessed' as const, reason, certainty: null };
}

/** What a reply says of no finding. */
export const unsaid = { measurements: [], region: null, side: null };
