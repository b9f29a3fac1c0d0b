import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import type { ExamSlicePicture } from '../../../api/reports/reports.ts';
import type { StageView } from '../../../stage/geometry/stage-view.ts';
import type { Laying } from '../../../stage/look/stack-look.ts';

export type Side = 'right' | 'left';
export type ViewName = 'CC' | 'MLO';

/** One mammogram in its place. */
export interface HungView {
  readonly slice: StoredSlice;
  /** A place in the list of pictures that were read, from 0. */
  readonly at: number;
  /** Whether the file says side and view; else they were told from the picture. */
  readonly isTold: boolean;
  /** Its chest wall to the middle of the screen, all views to one scale: that of the largest. */
  readonly laying: Laying;
  /** Whether its columns run towards the chest wall. */
  readonly endsAtWall: boolean;
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
  /** Whether the scale is that of millimetres; else of pixels. */
  readonly isScaled: boolean;
}

/** What of a hanging is shown: everything, a view or a side of both breasts, or one place by its number. */
export type HangingPart = 'all' | ViewName | Side | number;

const partsInOrder = ['all', 'CC', 'MLO', 'right', 'left'] as const;

export function isInPart(part: HangingPart, { side, view }: HangingPlace, index: number): boolean {
  return part === 'all' || part === index || part === side || part === view;
}

/** The parts of several places that something hangs in, in the order in which a mammography is read. */
export function partsOf(places: readonly HangingPlace[]): readonly (typeof partsInOrder)[number][] {
  const hung = places.filter(({ shown }) => shown);
  return partsInOrder.filter(
    (part) => part === 'all' || new Set(hung.filter((place) => isInPart(part, place, -1))).size > 1,
  );
}

/** The part that is read after another, of those of several places. */
export function nextPart(places: readonly HangingPlace[], part: HangingPart): HangingPart {
  const parts: readonly HangingPart[] = partsOf(places);
  return parts[(parts.indexOf(part) + 1) % parts.length] ?? 'all';
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
  const sized = slices.flatMap((slice, at) => {
    const picture = byFile.get(slice.file);
    return picture?.hanging
      ? [{ slice, at, picture, ...sizeOf(slice, isScaled ? picture.pixelMm : null) }]
      : [];
  });
  const most = {
    width: Math.max(...sized.map(({ width }) => width)),
    height: Math.max(...sized.map(({ height }) => height)),
  };
  const views = sized.flatMap(({ slice, at, picture: { hanging }, unit }) =>
    hanging
      ? [{ ...hung(slice, hanging, { width: most.width / unit.x, height: most.height / unit.y }), at }]
      : [],
  );
  if (views.length === 0) return undefined;
  const first = standard(firstRow).map((place) => ({
    ...place,
    shown: views.find(({ side, view }) => side === place.side && view === place.view),
  }));
  const others = views.filter((view) => first.every(({ shown }) => shown !== view));
  return {
    places: [...first, ...others.map((shown) => ({ side: shown.side, view: shown.view, shown }))],
    isScaled,
  };
}

/** In millimetres, or in pixels where their size is not known. */
function sizeOf({ width, height }: StoredSlice, pixelMm: ExamSlicePicture['pixelMm']) {
  const unit = pixelMm ?? { x: 1, y: 1 };
  return { unit, width: (width ?? 1) * unit.x, height: (height ?? 1) * unit.y };
}

/** @param frame as large as the largest view, in pixels of this one */
function hung(
  slice: StoredSlice,
  hanging: NonNullable<ExamSlicePicture['hanging']>,
  frame: { readonly width: number; readonly height: number },
) {
  const { side, view, side_told: sideTold, view_told: viewTold, mirrored: isMirrored } = hanging;
  const endsAtWall = (side === 'right') !== isMirrored;
  const x = endsAtWall ? (slice.width ?? 1) - frame.width : 0;
  const y = ((slice.height ?? 1) - frame.height) / 2;
  return {
    ...{ slice, side, view, endsAtWall },
    isTold: sideTold && viewTold,
    laying: { frame: { ...frame, x, y, border: side }, isMirrored },
  };
}

/** The same part of another breast: as in a mirror, from the chest wall. */
export function mirrored(view: StageView, from: HungView, to: HungView): StageView {
  return from.endsAtWall === to.endsAtWall ? view : { ...view, x: 1 - view.x };
}

/** "R CC". */
export function placeName({ side, view }: Pick<HangingPlace, 'side' | 'view'>): string {
  return `${side === 'right' ? 'R' : 'L'} ${view}`;
}

/** "Right CC". */
export function placeWords({ side, view }: Pick<HangingPlace, 'side' | 'view'>): string {
  return `${side === 'right' ? 'Right' : 'Left'} ${view}`;
}
