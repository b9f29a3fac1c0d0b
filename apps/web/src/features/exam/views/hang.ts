import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import type { ExamSlicePicture } from '../../../api/reports/reports.ts';

export type Side = 'right' | 'left';
export type ViewName = 'CC' | 'MLO';

/** One mammogram in its place. Lengths are millimetres, or pixels where a size is not known. */
export interface HungView {
  readonly slice: StoredSlice;
  /** A place in the list of pictures that were read, from 0. */
  readonly at: number;
  readonly url: string;
  /** Whether the file says side and view; else they were told from the picture. */
  readonly isTold: boolean;
  readonly isMirrored: boolean;
  /** Of one pixel. */
  readonly unit: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
}

/** A place on the screen: what hangs there, if anything. */
export interface HangingPlace {
  readonly side: Side;
  readonly view: ViewName;
  readonly shown: HungView | undefined;
}

export interface Hanging {
  /** Right and left of the first row, of the second, then what there is more of. */
  readonly places: readonly HangingPlace[];
  /** All views are shown to one scale: that of the largest. */
  readonly width: number;
  readonly height: number;
  /** Whether lengths are millimetres. */
  readonly isScaled: boolean;
}

/** The four places, row by row. */
function standard(firstRow: ViewName) {
  const rows = firstRow === 'CC' ? (['CC', 'MLO'] as const) : (['MLO', 'CC'] as const);
  return rows.flatMap((view) => (['right', 'left'] as const).map((side) => ({ side, view })));
}

/** Hangs the views of a mammography back to back; undefined of pictures that are none. */
export function hang(
  slices: readonly StoredSlice[],
  pictures: readonly ExamSlicePicture[],
  firstRow: ViewName = 'CC',
): Hanging | undefined {
  const byFile = new Map(pictures.map((picture) => [picture.file, picture]));
  const isScaled = pictures.every(({ pixelMm }) => pixelMm !== null);
  const views = slices.flatMap((slice, at) => {
    const picture = byFile.get(slice.file);
    return picture?.hanging ? [{ ...hung(slice, picture, isScaled), ...picture.hanging, at }] : [];
  });
  if (views.length === 0) return undefined;
  const first = standard(firstRow).map((place) => ({
    ...place,
    shown: views.find(({ side, view }) => side === place.side && view === place.view),
  }));
  const others = views.filter((view) => first.every(({ shown }) => shown !== view));
  return {
    places: [...first, ...others.map((shown) => ({ side: shown.side, view: shown.view, shown }))],
    width: Math.max(...views.map(({ width }) => width)),
    height: Math.max(...views.map(({ height }) => height)),
    isScaled,
  };
}

function hung(slice: StoredSlice, { url, pixelMm, hanging }: ExamSlicePicture, isScaled: boolean) {
  const unit = isScaled && pixelMm ? pixelMm : { x: 1, y: 1 };
  return {
    ...{ slice, url, unit },
    isTold: hanging?.side_told === true && hanging.view_told,
    isMirrored: hanging?.mirrored === true,
    width: (slice.width ?? 1) * unit.x,
    height: (slice.height ?? 1) * unit.y,
  };
}

/** "R CC". */
export function placeName({ side, view }: Pick<HangingPlace, 'side' | 'view'>): string {
  return `${side === 'right' ? 'R' : 'L'} ${view}`;
}

/** "Right CC". */
export function placeWords({ side, view }: Pick<HangingPlace, 'side' | 'view'>): string {
  return `${side === 'right' ? 'Right' : 'Left'} ${view}`;
}
