import { mask } from '@second-read/core/pixels/plane';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../segment/network.ts';
import { peakOf } from '../segment/segment.ts';
import { measurePicture } from './measures.ts';
import {
  isReported,
  lesionProbability,
  measureAppearance,
  probabilityOf,
  readingConstants,
} from './reading.ts';

const model = { bias: 1, terms: [{ measure: 'mapPeak', mean: 2, scale: 4, weight: 0.5 }] };

describe('the probability of a picture', () => {
  it('is the logistic of its standardised measures', () => {
    expect(probabilityOf(model, { mapPeak: 6 })).toBeCloseTo(1 / (1 + Math.exp(-1.5)), 10);
  });

  it('lets no measure count beyond three standard deviations', () => {
    expect(probabilityOf(model, { mapPeak: 1e6 })).toBe(probabilityOf(model, { mapPeak: 14 }));
  });

  it('refuses a measure that nobody took', () => {
    expect(() => probabilityOf(model, {})).toThrow('no measure mapPeak');
  });
});

/** 4 x 1 pixels: three of cervix, the last one beside it. */
const plane = (...values: number[]) => ({ width: 4, height: 1, data: Float32Array.from(values) });
const scores = { lesion: 1, notNegative: 2, swede: 3 };
const reading: Reading = {
  cervix: plane(1, 1, 1, 0),
  lesion: plane(0.2, 0.4, 0.6, 1),
  junction: plane(0, 0, 0, 0),
  whole: scores,
  close: { lesion: 4, notNegative: 5, swede: 6 },
};
const cervix = { width: 4, height: 1, data: Uint8Array.of(1, 1, 1, 0) };

describe('the measures of a picture', () => {
  it('are taken within the cervix', () => {
    const measured = measurePicture(reading, {
      cervix,
      lesionPeak: peakOf(reading.lesion, cervix),
      glare: mask(4, 1),
      whiteness: plane(0, 10, 30, 99),
    });
    expect(measured.mapMean).toBeCloseTo(0.4, 6);
    // 0.97 of the way along 0.2, 0.4, 0.6; the pixel beside the cervix does not count.
    expect(measured.mapPeak).toBeCloseTo(0.588, 4);
    expect(measured.paleShare).toBeCloseTo(1 / 3, 6);
    expect(measured.paleSpread).toBeCloseTo(18, 4);
    expect(measured).toMatchObject({ closeLesion: 4, closeSwede: 6, wholeNotNegative: 2 });
  });

  it('do not take a reflection for pale', () => {
    const glare = { width: 4, height: 1, data: Uint8Array.of(0, 0, 1, 0) };
    const measured = measurePicture(reading, {
      cervix,
      lesionPeak: 0.6,
      glare,
      whiteness: plane(0, 10, 30, 99),
    });
    expect(measured.paleShare).toBe(0);
  });

  it('are numbers without a cervix as well, and all that the shipped constants ask for', () => {
    const measured = measurePicture(reading, {
      cervix: mask(4, 1),
      lesionPeak: peakOf(reading.lesion, mask(4, 1)),
      glare: mask(4, 1),
      whiteness: plane(0, 0, 0, 0),
    });
    const looks = readingConstants.appearance;
    const measures = {
      ...measured,
      ...measureAppearance(looks.means, looks.beforeAcid.closeMeans, looks),
    };
    for (const probability of [
      lesionProbability(readingConstants, measures),
      probabilityOf(readingConstants.notNegative, measures),
      probabilityOf(readingConstants.swedeFromFive, measures),
    ]) {
      expect(probability).toBeGreaterThan(0);
      expect(probability).toBeLessThan(1);
    }
  });
});

describe('what a picture looks like', () => {
  const linear = (bias: number, ...weights: number[]) => ({ bias, weights });
  const constants = {
    means: [10, 0],
    scales: [2, 1],
    colposcope: linear(0, 0, 0),
    lesionInPhotograph: linear(1, 0.5, 0),
    lesionInColposcope: linear(0, 0, 1),
    notNegative: linear(0.25, 0, 0),
    swede: linear(0, 1, 1),
    beforeAcid: { ...linear(-3, 1, 0, 0.5), closeMeans: [4], closeScales: [2] },
  };

  it('is scored on standardised numbers, none beyond three standard deviations', () => {
    expect(measureAppearance([14, 50], [8], constants)).toEqual({
      looksColposcope: 0.5,
      looksLesionInPhotograph: 2,
      looksLesionInColposcope: 3,
      looksNotNegative: 0.25,
      looksSwede: 5,
      looksBeforeAcid: 0.5,
    });
  });

  it('chooses between the lesion models of photographs and of colposcopes', () => {
    const lesion = { photograph: { bias: -50, terms: [] }, colposcope: { bias: 50, terms: [] } };
    expect(lesionProbability({ lesion }, { looksColposcope: 0.3 })).toBeCloseTo(0.3, 6);
    expect(lesionProbability({ lesion }, { looksColposcope: 1 })).toBeCloseTo(1, 6);
  });

  it('chooses the probability from which a lesion is reported', () => {
    const reportFrom = { photograph: 0.4, colposcope: 0.6 };
    expect(isReported(0.5, { looksColposcope: 0.1 }, { reportFrom })).toBe(true);
    expect(isReported(0.5, { looksColposcope: 0.9 }, { reportFrom })).toBe(false);
  });
});
