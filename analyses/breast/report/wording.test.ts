import { noHeader } from '@second-read/core/report/document';
import { wordingFaults } from '@second-read/core/report/wording.test-support';
import { expect, it } from 'vitest';
import {
  type BreastFinding,
  type BreastReading,
  coarseForms,
  compositions,
  depths,
  levels,
  margins,
  massDensities,
  massShapes,
} from '../reading/schema.ts';
import { report } from '../report.ts';

const line = { reason: null, certainty: null, measurements: [], region: null, side: null };
const estimate = { quantity: 'estimated_diameter', value: 9, unit: 'mm', method: 'size_of_breast' } as const;
const sizes = (unit: 'mm' | 'px') => [
  { quantity: 'longest_diameter', value: 14, unit, method: null },
  ...(unit === 'px' ? [estimate] : []),
  { quantity: 'share_of_breast_width', value: 12.5, unit: 'percent' as const, method: null },
  { quantity: 'malignancy', value: 61, unit: 'percent' as const, method: null },
];

/** The `at`th of every combination, each list running at a pace of its own. */
function readingAt(at: number): BreastReading {
  const pick = <T>(values: readonly T[], pace: number): T =>
    values[Math.floor(at / pace) % values.length] as T;
  const side = pick(['left', 'right', null] as const, 2);
  const masses = Array.from(
    { length: pick([0, 1, 2, 3], 1) },
    (_, n): BreastFinding => ({
      ...{ ...line, id: `mass-${n + 1}`, type: 'mass', state: 'found', certainty: 87.4, side },
      descriptors: {
        margin: pick([...margins, null], 3),
        density: pick([...massDensities, null], 5),
        shape: pick([...massShapes, null], 7),
        calcified: pick([true, false], 11),
        place: pick([null, ...levels.flatMap((level) => depths.map((depth) => ({ level, depth })))], 1 + n),
      },
      measurements: sizes(pick(['mm', 'px'], 13)),
    }),
  );
  const state = pick(['found', 'not_found'] as const, 3);
  const axilla = pick(['found', 'not_found', 'not_assessed'] as const, 5);
  const below = {
    masses: Array.from({ length: pick([0, 1, 2, 5], 7) }, () => ({
      place: pick([null, { level: 'central', depth: 'anterior' } as const], 3),
      score: 9,
    })),
    clusters: pick([0, 1, 2], 11),
  };
  const value = pick([0, 1, 2, 3, 4, 5, 6], 1);
  return {
    ...{ module: 'breast', version: 1, origin: 'engine', legible: true },
    findings: [
      ...(masses.length > 0 ? masses : [notFound(side)]),
      {
        ...{ ...line, id: 'axilla-1', type: 'axilla', state: axilla, side },
        reason: axilla === 'not_assessed' ? 'outside_view' : null,
        descriptors: axilla === 'found' ? { fattyHilum: pick([true, false, null], 7) } : null,
      },
      {
        ...{ ...line, id: 'calcification-1', type: 'calcification', state, side, certainty: 71 },
        descriptors: null,
        measurements: [{ quantity: 'spots', value: pick([0, 1, 7], 13), unit: 'count', method: null }],
      },
      {
        ...{ ...line, id: 'breast-tissue-1', type: 'breast tissue', state: 'found', side },
        descriptors: { composition: pick(compositions, 3) },
      },
    ],
    category: { system: 'birads', value, state: value === 0 ? 'incomplete' : 'final' },
    rules:
      value === 4 ? [{ id: 'part', values: {}, text: '4C: high suspicion, probability above 50 %.' }] : [],
    facts: {
      malignant: 14.2,
      abnormal: null,
      density: null,
      percentDensity: 24.1,
      below,
      coarse: coarseAt(at),
    },
    input: {
      ...{ gate: 99, spacingKnown: pick([true, false], 5), view: pick(['CC', 'MLO', null] as const, 3) },
      ...{ viewTold: pick([true, false], 7), inverted: pick([true, false], 17) },
    },
    texts: { conclusion: null, comments: [] },
  };
}

function coarseAt(at: number): BreastReading['facts']['coarse'] {
  if (at % 13 === 0) return null;
  const place = at % 2 === 0 ? null : ({ level: 'upper', depth: 'middle' } as const);
  return Array.from({ length: at % 7 }, (_, n) => ({
    form: coarseForms[(at + n) % coarseForms.length] ?? 'round',
    sizeMm: 1.5 + n,
    place,
  }));
}

function notFound(side: 'left' | 'right' | null): BreastFinding {
  return { ...line, id: 'mass-1', type: 'mass', state: 'not_found', side, descriptors: null };
}

it('a breast report keeps the rules of wording in all its states', () => {
  const documents = Array.from({ length: 2000 }, (_, at) => report.toDocument(readingAt(at), noHeader));
  expect([...new Set(documents.flatMap(wordingFaults))]).toEqual([]);
});

it('a report of a breast whose side is told names it in its first sentence', () => {
  const document = report.toDocument(
    { ...readingAt(0), category: { system: 'birads', value: 4, state: 'final' } },
    noHeader,
  );
  expect(document.diagnosis?.text).toMatch(/, (left|right) breast/);
});
