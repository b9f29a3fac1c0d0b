import { noHeader } from '@second-read/core/report/document';
import { wordingFaults } from '@second-read/core/report/wording.test-support';
import { expect, it } from 'vitest';
import { type CervixReading, changes, framings, whitenesses } from '../reading/schema.ts';
import { report } from '../report.ts';

const line = { reason: null, certainty: null, measurements: [], region: null, side: null };

function readingAt(at: number): CervixReading {
  const pick = <T>(values: readonly T[], pace: number): T =>
    values[Math.floor(at / pace) % values.length] as T;
  const hasCervix = at % 13 !== 12;
  const reason = pick(['organ_not_found', 'green_tint', 'before_acetic_acid'] as const, 1);
  const unseen = { state: 'not_assessed', reason } as const;
  const hasLesion = hasCervix && pick([true, false], 1);
  const across = pick([null, 12], 5);
  const isAbnormal = hasCervix && pick([true, false], 2);
  const points = pick([0, 1, 2, null], 3);
  return {
    ...{ module: 'cervix', version: 1, origin: 'engine', legible: true },
    findings: [
      {
        ...{ ...line, id: 'lesion-1', type: 'lesion', state: hasLesion ? 'found' : 'not_found' },
        ...(hasCervix ? { certainty: 76.2 } : unseen),
        descriptors: hasLesion ? { whiteness: pick([...whitenesses, null], 3) } : null,
        measurements: hasLesion
          ? [
              { quantity: 'share_of_cervix', value: 12, unit: 'percent', method: null },
              ...(['clock_from', 'clock_to'] as const).map((quantity, k) => ({
                ...{ quantity, unit: 'count' as const, method: null },
                value: pick([10, 12, 3, 1, 12, 6], 2 + k),
              })),
              { quantity: 'quadrants', value: pick([1, 2, 4], 7), unit: 'count', method: null },
              ...(across === null
                ? []
                : [{ quantity: 'longest_diameter', value: across, unit: 'mm' as const, method: null }]),
            ]
          : [],
      },
      {
        ...{ ...line, id: 'cervical-tissue-1', type: 'cervical tissue', state: 'found', descriptors: null },
        ...(hasCervix ? {} : unseen),
        measurements: [{ quantity: 'share_of_picture', value: 68.5, unit: 'percent', method: null }],
      },
      {
        ...{ ...line, id: 'abnormality-1', type: 'abnormality', state: isAbnormal ? 'found' : 'not_found' },
        ...(hasCervix ? { certainty: 60 } : unseen),
        // Beside a lesion none is without an outline.
        descriptors: isAbnormal ? { change: pick([...changes.slice(hasLesion ? 1 : 0), null], 3) } : null,
      },
    ],
    swede: hasLesion
      ? { acetowhiteness: points, margin: points, vessels: null, size: points, iodine: null }
      : null,
    rules: [],
    facts: { notNegative: 40, swedeFromFive: 30, junctionOutlined: false, notAssessed: [] },
    input: {
      ...{ gate: 99, spacingKnown: false, framing: pick([...framings, null], 7) },
      ...{ reflections: pick([null, 0, 3], 11), colposcope: 80, light: null },
      ...{ redInLesion: pick([0, 12], 3), redInCervix: pick([1, 12], 5), redAtOs: pick([0, 2], 7) },
    },
    texts: { conclusion: null, comments: [] },
  };
}

it('a cervix report keeps the rules of wording in all its states', () => {
  const documents = Array.from({ length: 1500 }, (_, at) => report.toDocument(readingAt(at), noHeader));
  expect([...new Set(documents.flatMap(wordingFaults))]).toEqual([]);
});
