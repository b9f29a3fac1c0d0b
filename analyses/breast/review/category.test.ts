import { describe, expect, it } from 'vitest';
import type { BreastFinding } from '../reading/schema.ts';
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
  ] as const)('of %s', (_what, findings, value) => {
    expect(biradsOf(findings).value).toBe(value);
    expect(biradsOf(findings).rules.length).toBeGreaterThan(0);
  });
});
