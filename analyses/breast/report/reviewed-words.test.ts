import { expect, it } from 'vitest';
import type { BreastReading } from '../reading/schema.ts';
import { commentsOf } from './comments.ts';
import { readingFromWire } from './from-wire.ts';
import { impressionOf } from './impression.ts';

/** Words that a reading of reports beside their pictures asked for. */
const readingOf = (...text: string[]): BreastReading => readingFromWire({ report_text: text });

it('a negative view says that one view excludes no lesion, and once what was not identified', () => {
  const negative = readingOf('birads_cat:1', 'mass:0', 'axilla_findings:0', 'calcification:0');
  expect(impressionOf(negative)).toBe('Negative on this view; one view does not exclude a lesion.');
  expect(commentsOf(negative)).toContain('No mass or grouped calcifications identified on this view.');
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
    'Grouped calcifications: 5 bright spots (model score 71.0 %); morphology and distribution not assessed.',
  );
});

it('calcifications in several places may be segmental, and the report says so', () => {
  const spread = readingOf(
    'mass:0',
    'calcification:1',
    'calcification_confidence:99',
    'calcification_clusters:3',
    'calcification_spots:15',
  );
  expect(commentsOf(spread)).toContain(
    'Grouped calcifications in 3 places, the likeliest: 15 bright spots (model score 99.0 %); morphology and distribution not assessed. Several groups may be one linear or segmental distribution.',
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

it('bright spots over a larger area are placed, count once as a mark, and are no single group', () => {
  const open = readingOf('birads_cat:0', 'assessment:incomplete', 'mass:0', 'calcification:0');
  const below = { masses: [], clusters: 1 };
  const spread = { spots: 33, place: { level: 'lateral', depth: 'posterior' } as const };
  const reading: BreastReading = { ...open, facts: { ...open.facts, below, spread } };
  const words = commentsOf(reading).join(' ');
  expect(words).toContain('33 bright spots over a larger area (lateral, posterior depth)');
  expect(words).not.toContain('No grouped calcifications');
  expect(words).not.toContain('not named as grouped calcifications');
  expect(impressionOf(reading)).toContain('1 marked place needs a look');
});

it.each([
  [68.3, 24.1, true],
  [50, 24.1, false],
  [13, 5.2, true],
  [86.9, 61.1, false],
])('a view at %s %% beside a mass at %s %% is said to need a look beyond it: %s', (view, mass, isSaid) => {
  const reading = readingOf('birads_cat:4', 'mass:1', `mass_probability:${mass}`, `malignancy_score:${view}`);
  const words = `The whole view scores ${view.toFixed(1)} % for malignancy, more than the named mass: look at the rest of it as well.`;
  expect(commentsOf(reading).includes(words)).toBe(isSaid);
});

it.each([
  [78.6, ['mass:0', 'calcification:0'], true],
  [50, ['mass:0', 'calcification:1'], true],
  [49.9, ['mass:0', 'calcification:0'], false],
])('a view at %s %% without a mass is said to need a look: %s, %s', (view, lines, isSaid) => {
  const reading = readingOf('birads_cat:4', ...lines, `malignancy_score:${view}`);
  const words = `The whole view scores ${view.toFixed(1)} % for malignancy, and no mass is named: look at the rest of it as well.`;
  expect(commentsOf(reading).includes(words)).toBe(isSaid);
});

it('one score that serves for lesion and malignancy is one number', () => {
  const reading = readingOf('mass:1', 'mass_confidence:73.6', 'mass_probability:73.6');
  expect(commentsOf(reading).join(' ')).toContain('(model score for malignancy 73.6 %).');
});
