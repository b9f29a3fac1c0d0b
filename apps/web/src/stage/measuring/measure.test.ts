import { describe, expect, it } from 'vitest';
import type { GreyPicture, Picture, PixelSpacing } from '../source/picture.ts';
import { drawnOn, type ImagePoint, linesOf, type MeasureTool } from './measure.ts';

const picture = (spacing?: PixelSpacing): GreyPicture => ({
  id: 'p',
  kind: 'grey',
  width: 4,
  height: 4,
  samples: Int16Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
  unit: 'HU',
  window: { centre: 0, width: 1 },
  ...(spacing && { spacing }),
});
const measurementLines = (tool: MeasureTool, points: readonly ImagePoint[], on: Picture) => {
  const drawn = drawnOn({ id: 'm', tool, points }, on);
  return drawn ? linesOf(drawn) : [];
};
const flat = picture({ xMm: 0.5, yMm: 2, kind: 'calibrated' });

describe('measuring', () => {
  it('gives lengths in millimetres by the spacing of each axis, else in pixels and says so', () => {
    expect(
      measurementLines(
        'length',
        [
          [0, 0],
          [3, 4],
        ],
        flat,
      ),
    ).toEqual(['8.1 mm']);
    expect(
      measurementLines(
        'length',
        [
          [0, 0],
          [3, 4],
        ],
        picture(),
      ),
    ).toEqual(['5.0 px (no spacing)']);
    expect(measurementLines('length', [[0, 0]], flat)).toEqual([]);
  });

  it('gives angles in the patient, not in the raster', () => {
    expect(
      measurementLines(
        'angle',
        [
          [4, 0],
          [0, 0],
          [4, 1],
        ],
        flat,
      ),
    ).toEqual(['45.0°']);
    expect(
      measurementLines(
        'angle',
        [
          [1, 0],
          [0, 0],
          [0, 1],
        ],
        picture(),
      ),
    ).toEqual(['90.0°']);
    expect(
      measurementLines(
        'angle',
        [
          [1, 0],
          [0, 0],
        ],
        flat,
      ),
    ).toEqual([]);
  });

  it('probes the pixel under the point', () => {
    expect(measurementLines('probe', [[2.9, 1.1]], flat)).toEqual(['6 HU', 'x 2, y 1']);
    expect(measurementLines('probe', [[4, 4]], flat)[0]).toBe('15 HU');
  });

  it('counts the pixels whose centre lies in the ellipse', () => {
    // The four in the middle: 5, 6, 9, 10.
    const points = [
      [2, 3],
      [2, 1],
      [1, 2],
      [3, 2],
    ] as const;
    expect(drawnOn({ id: 'm', tool: 'ellipse', points }, flat)).toMatchObject({
      pixelMm: { x: 0.5, y: 2 },
      statistics: { mean: 7.5, sd: Math.sqrt(4.25), min: 5, max: 10 },
    });
    expect(measurementLines('ellipse', points, flat)).toEqual([
      'Mean 7.5 HU, SD 2.1',
      'Min 5, max 10 HU',
      'Area 3.1 mm²',
    ]);
    expect(measurementLines('ellipse', points, picture())[2]).toBe('Area 3 px² (no spacing)');
    const outside = points.map(([x, y]) => [x + 7, y + 7] as const);
    expect(drawnOn({ id: 'm', tool: 'ellipse', points: outside }, flat)).toBeNull();
  });
});
