import { expect, it } from 'vitest';
import { readingFromWire } from '../reading/from-wire.ts';
import type { BreastReading } from '../reading/schema.ts';
import { commentsOf } from './comments.ts';
import { impressionOf } from './impression.ts';

/** Words that a reading of reports beside their pictures asked for. */
const readingOf = (...text: string[]): BreastReading => readingFromWire({ report_text: text });

it('a negative view says what was not identified, and that one view does not exclude it', () => {
  const negative = readingOf('birads_cat:1', 'mass:0', 'axilla_findings:0', 'calcification:0');
  expect(impressionOf(negative)).toBe(
    'Negative on this view: no mass and no grouped calcifications identified; one view does not exclude a lesion.',
  );
});

it.each([
  ['mass_definition:1', 'mass_shape:2', 'round mass with circumscribed margin'],
  ['mass_definition:2', 'mass_shape:1', 'oval mass with indistinct margin'],
])('a mass of %s and %s is called by the lexicon', (margin, shape, words) => {
  const reading = readingOf('birads_cat:4', 'mass:1', margin, shape);
  expect(commentsOf(reading).join(' ')).toContain(words);
  expect(impressionOf(reading)).toContain(words);
});

it('calcifications are grouped, with a model score, and their morphology is not assessed', () => {
  const grouped = readingOf(
    'mass:0',
    'calcification:1',
    'calcification_confidence:71',
    'calcification_spots:5',
  );
  expect(commentsOf(grouped)).toContain(
    'Grouped calcifications: 5 bright spots (model score 71.0 %); morphology not assessed.',
  );
});

it('a node has a fatty hilum only where one was measured', () => {
  const node = readingOf('mass:0', 'axilla_findings:1');
  const measured = (fattyHilum: boolean | null): BreastReading => ({
    ...node,
    findings: node.findings.map((each) =>
      each.type === 'axilla' ? { ...each, descriptors: { fattyHilum } } : each,
    ),
  });
  expect(commentsOf(measured(true))).toContain('Axillary node with a measured fatty hilum.');
  expect(commentsOf(measured(null))).toContain('Axillary node.');
});
