import type { WireFields } from '@second-read/core/analysis/report-module';
import { numberOf, type ReportText, readReportText, stringOf } from '@second-read/core/report/report-text';
import { percentFrom } from '@second-read/core/report/text-values';
import type { BreastCategory, BreastReading } from '../reading/schema.ts';
import { findingsFromText } from './findings-from-text.ts';
import { categories } from './words.ts';

/**
 * The reading of a reply of the specification, as another server sends it. Never throws; what is missing or
 * malformed is null or not assessed, and a reply that says nothing is
 * not legible.
 */
export function readingFromWire(wire: WireFields): BreastReading {
  const text = readReportText(wire.report_text);
  const legible = text.values.size > 0;
  return {
    module: 'breast',
    version: 1,
    origin: 'wire',
    legible,
    findings: legible ? findingsFromText(text) : [],
    category: legible ? categoryFrom(text) : null,
    ...(numberOf(text, 'reviewed') === 1 ? { reviewed: true as const } : {}),
    rules: text.trace.map((rule) => ({ id: null, values: {}, text: rule })),
    facts: {
      malignant: percentFrom(text, 'malignancy_score'),
      abnormal: null,
      density: null,
      percentDensity: percentFrom(text, 'percent_density'),
      ...(numberOf(text, 'axilla_assessable') === null ? {} : { axillaSearch: 'unvalidated' as const }),
    },
    input: { gate: null, spacingKnown: null, view: null, viewTold: null, inverted: null },
    texts: { conclusion: stringOf(text, 'impression'), comments: [...text.comments] },
  };
}

function categoryFrom(text: ReportText): BreastCategory | null {
  if (stringOf(text, 'assessment') === 'incomplete')
    return { system: 'birads', value: 0, state: 'incomplete' };
  const value = numberOf(text, 'birads_cat');
  if (value === null || categories[value] === undefined) return null;
  return value === 0
    ? { system: 'birads', value: 0, state: 'pending' }
    : { system: 'birads', value, state: 'final' };
}
