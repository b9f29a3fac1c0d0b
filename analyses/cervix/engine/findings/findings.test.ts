import { mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import { greyStudy } from '../../../study.test-support.ts';
import { textsOf } from '../../report/to-document.ts';
import { report } from '../../report.ts';
import type { Evidence } from './findings.ts';
import { toReading } from './to-reading.ts';

const cervix = { ...mask(4, 4), data: new Uint8Array(16).fill(1) };
const none = mask(4, 4);

/** A whole cervix with a lesion map, weighed by made-up probabilities. */
function evidence(changes: Partial<Evidence>): Evidence {
  return {
    regions: { cervix, lesion: none, junction: none, junctionSurer: none, lesionShare: 0.2, lesionPeak: 1 },
    colour: { whiteness: 0, edge: 0, map: { width: 4, height: 4, data: new Float32Array(16) } },
    swede: {
      acetowhiteness: 2,
      margin: null,
      size: null,
      place: { quadrants: 1, clock: { from: 10, to: 2 } },
      diameterMm: null,
      expectedAcetowhite: 1,
    },
    presence: 0.9,
    lesionReported: true,
    notNegative: 0.7,
    swedeFromFive: 0.5,
    beforeAcid: 0.1,
    statedAcid: null,
    greenness: 0.6,
    lightRatio: 2,
    ...changes,
  };
}

function readingOf(changes: Partial<Evidence>, red = {}) {
  const study = greyStudy({ width: 4, height: 4, data: new Float32Array(16) });
  const working = { width: 4, height: 4, data: new Uint8Array(48) };
  return toReading({
    study,
    working,
    evidence: evidence(changes),
    glare: none,
    red: { lesion: 0, cervix: 0, os: 0, ...red },
    looksColposcope: 0.5,
  });
}

const abnormality = (changes: Partial<Evidence>) => readingOf(changes).findings[2];

describe('what the engine finds in a photograph', () => {
  it('does not tell the points of the margin, which do not follow those of examiners', () => {
    const swede = { ...evidence({}).swede, acetowhiteness: 2, margin: 2, size: 1 } as const;
    const open = { margin: null, vessels: null, iodine: null };
    expect(readingOf({ swede }).swede).toEqual({ acetowhiteness: 2, size: 1, ...open });
  });

  it('is no surer of no abnormality than of no lesion, and no less sure of one than of the lesion', () => {
    const certainty = (notNegative: number, presence: number, lesionReported = false) =>
      abnormality({ notNegative, presence, lesionReported });
    expect(certainty(0.7, 0.1)).toMatchObject({ state: 'found', certainty: 70 });
    expect(certainty(0.2, 0.3)).toMatchObject({ state: 'not_found', certainty: 70 });
    expect(certainty(0.3, 0.2)).toMatchObject({ state: 'not_found', certainty: 70 });
    expect(certainty(0.7, 0.8, true)).toMatchObject({ state: 'found', certainty: 80 });
    const both = { notNegative: 0.9, presence: 0.8 };
    expect(abnormality(both)).toMatchObject({ certainty: 90 });
    // Behind the lesion its own score.
    expect(textsOf(readingOf(both)).conclusion).toContain('1 quadrant (model score 80.0 %)');
  });

  it('does not judge whiteness in a picture with a green tint, whatever its acid looks like', () => {
    for (const changes of [{}, { beforeAcid: 0.9 }, { statedAcid: 'after' as const }]) {
      const reading = readingOf({ ...changes, greenness: 0.9, lesionReported: false });
      const open = { state: 'not_assessed', reason: 'green_tint', certainty: null };
      expect(reading.findings).toMatchObject([open, { state: 'found' }, open]);
      expect(textsOf(reading).conclusion).toMatch(/^Green tint: .*white light\.$/);
      expect(JSON.stringify(report.toWire(reading))).not.toMatch(
        /[Ff]aint|[Dd]ense acetow|identified|appearance/,
      );
    }
    expect(readingOf({ greenness: 0.89 }).findings[0]).toMatchObject({ state: 'found' });
  });

  it('subtracts blood and red tissue from the share of a lesion, and gives its hours', () => {
    const { findings } = readingOf({}, { lesion: 0.25 });
    expect(findings[0]?.measurements.map(({ quantity, value }) => [quantity, value])).toEqual([
      ['share_of_cervix', 15],
      ['quadrants', 1],
      ['clock_from', 10],
      ['clock_to', 2],
    ]);
  });

  it('names an abnormality wherever it names a lesion, so that the conclusion follows the lesion', () => {
    const reading = readingOf({ notNegative: 0.2, presence: 0.9 });
    expect(reading.findings[2]).toMatchObject({ state: 'found', certainty: 90 });
    expect(textsOf(reading).conclusion).toMatch(
      /^Dense acetowhite change, anterior lip, 10 to 2 o'clock, 20.0 % .*colposcopy and biopsy/,
    );
  });

  it.each([
    ['by its appearance', { beforeAcid: 0.9 }, /before acetic acid by its appearance \(model score 90.0 %\)/],
    ['as stated', { beforeAcid: 0.1, statedAcid: 'before' }, /before acetic acid as stated at upload/],
  ] as const)('assesses no acetowhite change before acetic acid, %s', (_how, changes, technique) => {
    const reading = readingOf({ ...changes, lesionReported: false });
    const { findings } = reading;
    const texts = textsOf(reading);
    const open = { state: 'not_assessed', reason: 'before_acetic_acid', certainty: null };
    expect(findings).toMatchObject([open, { state: 'found' }, open]);
    expect(texts.conclusion).toMatch(/^Photograph before acetic acid/);
    expect(texts.comments.at(-1)).toMatch(technique);
  });

  it('believes whoever took the photograph that it was after acetic acid', () => {
    const reading = readingOf({ beforeAcid: 0.9, statedAcid: 'after' });
    const { findings } = reading;
    const texts = textsOf(reading);
    expect(findings[0]).toMatchObject({ state: 'found' });
    expect(texts.comments.at(-1)).toMatch(/after acetic acid as stated at upload/);
  });

  it.each([
    [2, 'dense_acetowhite'],
    [1, 'thin_acetowhite'],
  ])(
    'names an abnormality of whiteness %i without a grade and without invasion',
    (acetowhiteness, change) => {
      // Nine tenths of the cervix, as sure as can be.
      const regions = { ...evidence({}).regions, lesion: cervix, lesionShare: 0.9 };
      const swede = { ...evidence({}).swede, acetowhiteness: acetowhiteness as 1 | 2 };
      expect(abnormality({ regions, swede, notNegative: 0.99 })).toMatchObject({ descriptors: { change } });
    },
  );
});
