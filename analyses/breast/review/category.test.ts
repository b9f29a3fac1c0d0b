import { describe, expect, it } from 'vitest';
import { type BreastFinding, breastReading } from '../reading/schema.ts';
import { readingFromWire } from '../report/from-wire.ts';
import { impressionOf } from '../report/impression.ts';
import { review } from '../review.ts';
import { biradsOf } from './category.ts';

type Mass = Extract<BreastFinding, { type: 'mass' }>;
const base = {
  state: 'found',
  reason: null,
  certainty: null,
  measurements: [] as BreastFinding['measurements'],
  region: null,
  side: null,
} as const;

function mass(descriptors: Partial<NonNullable<Mass['descriptors']>>, malignancy?: number): Mass {
  const whole = { margin: null, density: null, shape: null, calcified: null, place: null, ...descriptors };
  const measurements =
    malignancy === undefined
      ? []
      : [{ quantity: 'malignancy', value: malignancy, unit: 'percent' as const, method: null }];
  return { ...base, id: 'mass-1', type: 'mass', descriptors: whole, measurements };
}
const cluster: BreastFinding = { ...base, id: 'calcification-1', type: 'calcification', descriptors: null };
const node: BreastFinding = { ...base, id: 'axilla-1', type: 'axilla', descriptors: { fattyHilum: true } };

const spiculated = { margin: 'spiculated', shape: 'irregular', density: 'high' } as const;
const smooth = { margin: 'circumscribed', shape: 'oval', density: 'equal' } as const;

const open = readingFromWire({
  report_text: ['birads_cat:0', 'assessment:incomplete', 'mass:0', 'calcification:0'],
});
const spread = { spread: { spots: 33, place: null } };
const { facts } = open;

describe('the category after review (ACR BI-RADS, 5th edition)', () => {
  it.each([
    ['nothing left', [], 1],
    ['a node with a fatty hilum', [node], 2],
    ['grouped calcifications', [cluster], 4],
    ['a spiculated, irregular, dense mass', [mass(spiculated)], 5],
    ['an indistinct mass', [mass({ ...smooth, margin: 'indistinct' })], 4],
    ['a circumscribed mass', [mass(smooth)], 3],
    ['a circumscribed mass that holds fat', [mass({ ...smooth, density: 'low' })], 2],
    ['a mass that nobody described', [mass({})], 0],
    ['a mass measured as likely malignant', [mass(smooth, 40)], 4],
    ['a benign mass beside calcifications', [mass(smooth), cluster], 4],
    ['the worst of two masses', [mass(smooth), mass(spiculated)], 5],
    ['a suspicious mass beside one without description', [mass({}), mass(spiculated)], 5],
    ['a benign mass beside one without description', [mass({}), mass(smooth)], 0],
  ] as const)('of %s', (_what, findings, value) => {
    const { value: given, rules } = biradsOf({ findings: [...findings], facts });
    expect(given).toBe(value);
    expect(rules.length).toBeGreaterThan(0);
  });

  it.each([
    ['nothing left', [], 0],
    ['a node with a fatty hilum', [node], 0],
    ['a circumscribed mass', [mass(smooth)], 3],
    ['grouped calcifications', [cluster], 4],
  ] as const)('of %s beside calcifications that nobody judged', (_what, findings, value) => {
    expect(biradsOf({ findings: [...findings], facts: { ...facts, ...spread } }).value).toBe(value);
  });

  it('of coarse calcifications of benign forms is 2', () => {
    const coarse = [{ form: 'round', sizeMm: 2, place: null } as const];
    expect(biradsOf({ findings: [], facts: { ...facts, coarse } }).value).toBe(2);
  });
});

const irregular = { coarse: [{ form: 'irregular', sizeMm: 1, place: null } as const] };

it.each([spread, irregular])('a change of the tissue leaves an open question open: %o', (facts) => {
  const concluded = review.concluded?.({ ...open, facts: { ...open.facts, ...facts } });
  const reading = breastReading.parse(concluded);
  expect(reading.category).toMatchObject({ value: 0, state: 'incomplete' });
  expect(impressionOf(reading)).toMatch(/^Incomplete: .*magnification views are needed\.$/);
});

it('a reader who calls a negative view incomplete is not said to follow a score', () => {
  const negative = review.concluded?.({ ...open, facts: { ...open.facts, malignant: 1 } });
  const given = review.withCategory?.(breastReading.parse(negative), 0, 'blurred');
  expect(impressionOf(breastReading.parse(given))).toBe('Incomplete; further views are needed.');
});

it('a change of the tissue calls no view negative whose score left it to the reader', () => {
  const rules = [{ id: 'left-to-reader', values: {}, text: 'none' }];
  const concluded = review.concluded?.({ ...open, category: null, rules });
  expect(breastReading.parse(concluded)).toMatchObject({ category: null, rules });
});
