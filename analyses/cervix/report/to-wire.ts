import type { Analysis } from '@second-read/core/analysis/analysis';
import type { Finding } from '@second-read/core/analysis/finding';
import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import { impressionOf } from './impression.ts';
import { descriptors, swedeParts } from './words.ts';

function findingFields(finding: Finding) {
  const fields = (descriptors[finding.type] ?? []).map(
    ([name]) => [name, finding.attributes[name] ?? null] as const,
  );
  return {
    type: finding.type,
    found: finding.found ? 1 : 0,
    confidence: finding.confidence === null ? null : Math.round(finding.confidence * 10) / 10,
    ...Object.fromEntries(fields),
    clinical_note: finding.attributes.clinical_note ?? null,
  };
}

/** Measured parts as numbers, the others null, and what the sum can still become. */
function swedeFields(analysis: Analysis): WireValue {
  const scores = analysis.scores;
  const part = (name: string): number | null => {
    const value = scores[`swede_${name}_points`];
    return typeof value === 'number' ? value : null;
  };
  const values = swedeParts.map(([name]) => [name, part(name)] as const);
  const measured = values.flatMap(([, value]) => (value === null ? [] : [value]));
  const least = measured.reduce((sum, value) => sum + value, 0);
  return {
    ...Object.fromEntries(values),
    total_least: least,
    total_most: least + 2 * (values.length - measured.length),
  };
}

/** What is stored and sent. `report_text` is an empty list, as specified; image links are the server's. */
export function toWire(analysis: Analysis): WireFields {
  const findings = analysis.findings.map(findingFields);
  return {
    report_text: [],
    findings,
    impression: impressionOf(findings),
    swede: swedeFields(analysis),
    comments: [...analysis.comments],
    trace: [...analysis.trace],
  };
}
