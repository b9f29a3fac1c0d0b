import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import type { CervixFinding, CervixReading } from '../reading/schema.ts';
import { commentsOf } from './comments.ts';
import { saidOf } from './finding-words.ts';
import { impressionOf } from './impression.ts';
import { descriptors, swedeParts } from './words.ts';

/** What is stored and sent. `report_text` is an empty list, as specified; image links are the server's. */
export function toWire(reading: CervixReading): WireFields {
  if (!reading.legible) return { report_text: [] };
  return {
    report_text: [],
    findings: findingFields(reading),
    impression: impressionOf(reading),
    swede: swedeFields(reading.swede),
    comments: commentsOf(reading),
    trace: reading.rules.map(({ text }) => text),
  };
}

function findingFields({ findings }: CervixReading) {
  // What a reply did not tell of is not told of again.
  return findings
    .filter(({ reason }) => reason !== 'not_reported' && reason !== 'malformed')
    .map((finding) => wireFinding(finding, findings));
}

function wireFinding(finding: CervixFinding, all: readonly CervixFinding[]) {
  const said = saidOf(finding, all);
  const fields = (descriptors[finding.type] ?? []).map(([name]) => [name, said[name] ?? null] as const);
  return {
    type: finding.type,
    found: finding.state === 'found' ? 1 : 0,
    confidence: finding.certainty,
    ...Object.fromEntries(fields),
    clinical_note: said.clinical_note ?? null,
  };
}

/**
 * Measured parts as numbers, the others null, and what the sum can still become; null where nothing is
 * scored.
 */
function swedeFields(swede: CervixReading['swede']): WireValue {
  const values = swedeParts.map(([name]) => [name, swede?.[name] ?? null] as const);
  const measured = values.flatMap(([, value]) => (value === null ? [] : [value]));
  const least = measured.reduce((sum, value) => sum + value, 0);
  return {
    ...Object.fromEntries(values),
    total_least: measured.length === 0 ? null : least,
    total_most: measured.length === 0 ? null : least + 2 * (values.length - measured.length),
  };
}
