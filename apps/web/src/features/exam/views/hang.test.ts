import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import { describe, expect, it } from 'vitest';
import type { ExamSlicePicture } from '../../../api/reports/reports.ts';
import { type StageView, wholeView } from '../../../stage/geometry/stage-view.ts';
import { hang, mirrored, placeName } from './hang.ts';
import { LinkedPanes } from './linked-panes.ts';

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
      dicom: null,
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

  it('are one scale, and pixels where one has no size', () => {
    expect([exam(four)?.isScaled, exam(four, null)?.isScaled]).toEqual([true, false]);
  });

  it('say where side or view was told from the picture', () => {
    const places = exam([{ side: 'right', view_told: false }, { side: 'left' }])?.places ?? [];
    expect(places.map(({ shown }) => shown?.isTold)).toEqual([false, true, undefined, undefined]);
  });
});

describe('how views lie', () => {
  const layingOf = (place: number, of = exam(four)) => of?.places[place]?.shown;

  it('is in one frame, as large as the largest, chest walls to the middle', () => {
    // 1300 × 2000 pixels: the right CC fills it, the left CC is 100 columns less.
    const whole = { width: 1300, height: 2000, y: 0 };
    expect(layingOf(0)?.laying.frame).toEqual({ ...whole, x: 0, border: 'right' });
    expect(layingOf(1)?.laying.frame).toEqual({ ...whole, x: 0, border: 'left' });
    expect(layingOf(2)?.laying.frame).toEqual({ ...whole, x: -200, border: 'right' });
  });

  it('is by the chest wall of a mirrored one, too', () => {
    const [first, ...others] = four;
    const shown = layingOf(3, exam([{ ...first, mirrored: true }, ...others]));
    expect(shown?.laying).toEqual({
      frame: { width: 1300, height: 2000, x: -300, y: 0, border: 'left' },
      isMirrored: true,
    });
  });

  it('is followed by the other breast as in a mirror', () => {
    const [right, left, mlo] = [layingOf(0), layingOf(1), layingOf(2)];
    if (!right || !left || !mlo) throw new Error('nothing hangs');
    const view = { x: 0.75, y: 0.4, zoom: 3 };
    expect(mirrored(view, right, left)).toEqual({ x: 0.25, y: 0.4, zoom: 3 });
    expect(mirrored(view, right, mlo)).toEqual(view);
    const panes = new LinkedPanes((pane) => ({ right, left, mlo })[pane]);
    const at: Record<string, StageView> = { right: view, left: wholeView, mlo: wholeView };
    for (const pane of Object.keys(at))
      panes.join(
        {
          view: () => at[pane] ?? null,
          look: (next) => {
            at[pane] = next;
          },
        },
        pane,
      );
    panes.rendered('left');
    expect(at.left).toEqual(wholeView);
    panes.rendered('right');
    expect(at).toEqual({ right: view, left: { x: 0.25, y: 0.4, zoom: 3 }, mlo: view });
    panes.lead('left');
    panes.whole();
    panes.rendered('right');
    expect(at).toEqual({ right: wholeView, left: wholeView, mlo: wholeView });
  });
});
