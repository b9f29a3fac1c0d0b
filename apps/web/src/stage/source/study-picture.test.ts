import type { Study } from '@second-read/core/decode/study';
import { describe, expect, it } from 'vitest';
import { pictureOfStudy } from './study-picture.ts';

/** A mammogram of 16 bits: ground, a breast of 20000 to 29990 and a marker at the highest value. */
function mammogram(more: Partial<Study> = {}): Study {
  const breast = Array.from({ length: 1000 }, (_, index) => 20_000 + 10 * index);
  const data = Float32Array.from([...new Array<number>(900).fill(0), ...breast, 65_535]);
  return {
    ...{ width: data.length, height: 1, quantity: 'relative', bitsStored: 16 },
    grey: { width: data.length, height: 1, data },
    source: { format: 'dicom', modality: 'MG', frames: 1, frame: 0 },
    ...more,
  };
}

const windowOf = (study: Study) => {
  const picture = pictureOfStudy(study, undefined);
  return picture.kind === 'grey' ? picture.window : null;
};

describe('the values of an image', () => {
  it('are Hounsfield units also where padding lies beyond 16 bits', () => {
    const data = Float32Array.of(-100_000, -1_024, 39.6, 3_071, 40_000);
    const grey = { width: 5, height: 1, data };
    const study = mammogram({ width: 5, quantity: 'hounsfield', window: { centre: 40, width: 400 }, grey });
    const picture = pictureOfStudy(study, undefined);
    expect(picture).toMatchObject({ unit: 'HU', window: { centre: 40, width: 400 } });
    expect([...picture.samples]).toEqual([-32_768, -1_024, 40, 3_071, 32_767]);
  });
});

describe('the window that an image is opened in', () => {
  it('is that of its file', () => {
    expect(windowOf(mammogram({ window: { centre: 25_000, width: 8_000 } }))).toEqual({
      ...{ centre: 25_000, width: 8_000 },
    });
  });

  it('is else that of the breast, not of all its bits', () => {
    const { centre = 0, width = 0 } = windowOf(mammogram()) ?? {};
    expect(centre - width / 2).toBeCloseTo(20_100, -1);
    expect(centre + width / 2).toBeCloseTo(29_900, -1);
  });

  it('is the whole range of an image that has no more grays than a screen', () => {
    const data = Float32Array.of(0, 7, 7, 255);
    const study = mammogram({ width: 4, bitsStored: 8, grey: { width: 4, height: 1, data } });
    expect(windowOf(study)).toEqual({ centre: 127.5, width: 255 });
  });
});
