import { describe, expect, it } from 'vitest';
import { lettersAt, upright } from '../geometry/orientation.ts';
import { drawnOn, linesOf } from '../measuring/measure.ts';
import type { Picture } from './picture.ts';
import { withDirections, withSpacing } from './study-spacing.ts';

const picture: Picture = {
  ...{ id: 'p', width: 100, height: 50, kind: 'grey', unit: '' },
  ...{ samples: new Uint8Array(5000), window: { centre: 128, width: 255 } },
};
const study = { width: 100, height: 50, format: 'dicom', bits_stored: 12 };
const points = [
  [0, 0],
  [100, 0],
] as const;
const lengthOf = (shown: Picture) => {
  const drawn = drawnOn({ id: 'm', tool: 'length', points }, shown);
  return drawn && linesOf(drawn);
};

describe('a picture that the server drew of a DICOM', () => {
  it('is measured in millimetres by the spacing of the study', () => {
    const shown = withSpacing(picture, { ...study, spacing_mm: { x: 0.2, y: 0.1, kind: 'calibrated' } });
    expect(shown.spacing).toEqual({ xMm: 0.2, yMm: 0.1, kind: 'calibrated' });
    expect(lengthOf(shown)).toEqual(['20.0 mm']);
  });

  it('keeps its millimetres where it has fewer pixels than the study', () => {
    const half = withSpacing(picture, {
      ...study,
      ...{ width: 200, height: 100, spacing_mm: { x: 0.1, y: 0.1, kind: 'imager' } },
    });
    expect(half.spacing).toEqual({ xMm: 0.2, yMm: 0.2, kind: 'imager' });
    expect(lengthOf(half)).toEqual(['20.0 mm at the detector']);
  });

  it.each([null, { x: 0, y: 0.1, kind: 'calibrated' }])(
    'is measured in pixels, and says so, with spacing %j',
    (spacing_mm) => {
      expect(lengthOf(withSpacing(picture, { ...study, spacing_mm }))).toEqual(['100.0 px (no spacing)']);
    },
  );

  it('has the letters of its study at its borders, and none where the file is silent', () => {
    const prone = { row: [-1, 0, 0], column: [0, -1, 0] } satisfies Record<string, [number, number, number]>;
    const shown = withDirections(picture, { ...study, spacing_mm: null, directions: prone });
    expect(shown.directions && lettersAt(shown.directions, upright)).toEqual({
      ...{ left: 'L', right: 'R', top: 'P', bottom: 'A' },
    });
    expect(withDirections(picture, { ...study, spacing_mm: null }).directions).toBeUndefined();
  });
});
