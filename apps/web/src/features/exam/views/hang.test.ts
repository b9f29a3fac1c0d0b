import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import { describe, expect, it } from 'vitest';
import type { ExamSlicePicture } from '../../../api/reports/reports.ts';
import { hang, placeName } from './hang.ts';
import { cornerOf, moved, sharesOf, viewBox, whole, zoomed } from './look.ts';

type Shown = Partial<NonNullable<ExamSlicePicture['hanging']>>;

function exam(
  views: readonly Shown[],
  pixelMm: { x: number; y: number } | null = { x: 0.1, y: 0.1 },
  firstRow?: 'CC' | 'MLO',
) {
  const slices: StoredSlice[] = views.map((_, index) => ({
    ...{ file: `slice-${index}`, sent: index + 1, instanceNumber: null, placeMm: null, message: null },
    ...{ status: 'read' as const, width: 1000 + 100 * index, height: 2000 },
  }));
  const pictures = views.map((view, index) => ({
    ...{
      file: `slice-${index}`,
      url: `/${index}`,
      labelsUrl: '',
      machineLabelsUrl: '',
      geometry: null,
      pixelMm,
    },
    hanging: {
      side: 'left',
      side_told: true,
      view: 'CC',
      view_told: true,
      mirrored: false,
      ...view,
    } as const,
  }));
  return hang(slices, pictures, firstRow);
}

const four: Shown[] = [
  { side: 'left', view: 'MLO' },
  { side: 'right', view: 'MLO' },
  { side: 'left', view: 'CC' },
  { side: 'right', view: 'CC' },
];

describe('the views of a mammography', () => {
  it('hang back to back, CC over MLO, whatever their order', () => {
    const places = exam(four)?.places ?? [];
    expect(places.map((place) => `${placeName(place)} ${place.shown?.slice.sent}`)).toEqual([
      ...['R CC 4', 'L CC 3', 'R MLO 2', 'L MLO 1'],
    ]);
  });

  it('hang with MLO in the first row for an account that reads so', () => {
    const places = exam(four, undefined, 'MLO')?.places ?? [];
    expect(places.map(placeName)).toEqual(['R MLO', 'L MLO', 'R CC', 'L CC']);
  });

  it('leave a free place where one is missing, and hang a further one behind', () => {
    const places = exam([...four.slice(1), { side: 'left', view: 'CC' }])?.places ?? [];
    expect(places.map(({ shown }) => shown?.slice.sent)).toEqual([3, 2, 1, undefined, 4]);
  });

  it('are one scale, that of the largest, and pixels where one has no size', () => {
    expect(exam(four)).toMatchObject({ width: 130, height: 200, isScaled: true });
    expect(exam(four, null)).toMatchObject({ width: 1300, height: 2000, isScaled: false });
  });

  it('say where side or view was told from the picture', () => {
    const places = exam([{ side: 'right', view_told: false }, { side: 'left' }])?.places ?? [];
    expect(places.map(({ shown }) => shown?.isTold)).toEqual([false, true, undefined, undefined]);
  });
});

describe('a linked look', () => {
  const hanging = exam(four);
  if (!hanging) throw new Error('nothing hangs');
  const shown = hanging.places[0]?.shown;
  if (!shown) throw new Error('nothing hangs');

  it('begins with the whole views, chest walls to the middle', () => {
    expect(viewBox(hanging, whole, 'right')).toEqual({ x: 0, y: 0, width: 130, height: 200 });
    expect(cornerOf(hanging, { ...shown, width: 100 }, 'right')).toEqual({ x: 30, y: 0 });
  });

  it('moves both breasts away from their chest walls together', () => {
    const look = moved(zoomed(whole, 2, { wall: 0, top: 0 }), 0.5, 0.5);
    expect(viewBox(hanging, look, 'left')).toEqual({ x: 32.5, y: 50, width: 65, height: 100 });
    expect(viewBox(hanging, look, 'right')).toEqual({ x: 32.5, y: 50, width: 65, height: 100 });
    const further = moved(look, 1, 0);
    expect([viewBox(hanging, further, 'left').x, viewBox(hanging, further, 'right').x]).toEqual([65, 0]);
  });

  it('keeps the point that it zooms about, and never leaves the views', () => {
    const about = sharesOf(hanging, { x: 26, y: 150 }, 'right');
    expect(about).toEqual({ wall: 0.8, top: 0.75 });
    const box = viewBox(hanging, zoomed(whole, 4, about), 'right');
    expect([(26 - box.x) / box.width, (150 - box.y) / box.height]).toEqual([
      expect.closeTo(0.2),
      expect.closeTo(0.75),
    ]);
    expect(zoomed(zoomed(whole, 4, about), 0.1)).toEqual(whole);
  });
});
