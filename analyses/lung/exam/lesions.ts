import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { mostFrequent, numberOf, textOf } from '@second-read/core/exam/facts';
import type { MarkSize } from '@second-read/core/exam/marks/finding-marks';
import {
  type Linked,
  linkMarks,
  marksOfType,
  type PlacedMark,
} from '@second-read/core/exam/marks/link-marks';
import { largestMark, volumeMl } from '@second-read/core/exam/marks/volume';
import { shapeOf } from '@second-read/core/reading/mark-shape';
import { massAboveMm } from './operating-point.ts';

/** What is known of the stack where lesions are linked. */
export interface ChestStack {
  readonly slices: readonly SeenSlice[];
  readonly bySlice: ReadonlyMap<number, SeenSlice>;
  readonly gapsAfter: ReadonlySet<number>;
  readonly spacingMm: number | null;
}

/** A nodule or a mass of the chest, over all slices that show it. */
export interface Lesion {
  readonly marks: Linked;
  readonly sizeOf: (mark: PlacedMark) => MarkSize;
  /** 0 to 1: the evidence of its slices joined. */
  readonly score: number;
  /** Mean of long and short axis on the slice that shows it largest. */
  readonly diameterPx: number;
  readonly diameterMm: number | null;
  readonly volumeMl: number | null;
  readonly kind: string | null;
  readonly side: 'left' | 'right' | null;
  /** Third of the lung from front to back. */
  readonly depth: string | null;
  /** Of a part-solid one: mean diameter of its solid part where that is largest. */
  readonly solidMm: number | null;
  /** From its edge to the nearest border of the lung within a slice; 0 where it touches it. */
  readonly pleuraMm: number | null;
  readonly largestSlice: number;
}

/** A slice between two that show a lesion may miss it where slices are thin. */
const thinMm = 3;

/** Spots linked across slices, without what runs on like a vessel; the likeliest first. */
export function lesionsOf(stack: ChestStack): Lesion[] {
  const isThin = stack.spacingMm !== null && stack.spacingMm <= thinMm;
  return linkMarks(marksOfType('nodule', stack.slices), {
    reachPx: 1,
    reachShare: 0.15,
    maxSlicesApart: isThin ? 2 : 1,
    gapsAfter: stack.gapsAfter,
  })
    .filter((linked) => !runsOn(linked, stack))
    .map((linked) => lesionOf(linked, stack))
    .filter((lesion) => !isFlat(lesion, stack))
    .toSorted((a, b) => b.score - a.score);
}

/**
 * Of a ball of its diameter a mass fills at least this part: a dome of the diaphragm, which shows wide on few
 * slices, fills less.
 */
const leastOfBall = 0.25;

function isFlat({ diameterMm, volumeMl: ml, marks }: Lesion, stack: ChestStack): boolean {
  if (diameterMm === null || ml === null || diameterMm <= massAboveMm || isCut(marks, stack)) return false;
  return ml < (leastOfBall * (Math.PI / 6) * diameterMm ** 3) / 1000;
}

/** Longer than this many diameters, or moved by more than this many, it is a vessel and no nodule. */
const maxLength = 3;
const maxDrift = 1.5;

function runsOn(linked: Linked, { bySlice, spacingMm }: ChestStack): boolean {
  const [first, last, largest] = [linked[0], linked[linked.length - 1], largestMark(linked)];
  if (first === undefined || last === undefined || largest === undefined || first.slice === last.slice)
    return false;
  const pixelMm = bySlice.get(largest.slice)?.pixelMm ?? null;
  const { longPx } = shapeOf(largest.mark, pixelMm);
  const [from, to] = [shapeOf(first.mark, pixelMm), shapeOf(last.mark, pixelMm)];
  if (Math.hypot(to.x - from.x, to.y - from.y) > maxDrift * longPx) return true;
  if (spacingMm === null || pixelMm === null) return false;
  // The first and the last slice show a part of it only.
  const lengthMm = (last.slice - first.slice) * spacingMm;
  return lengthMm > maxLength * longPx * Math.sqrt(pixelMm.x * pixelMm.y);
}

function lesionOf(marks: Linked, stack: ChestStack): Lesion {
  const { bySlice, spacingMm } = stack;
  const largest = largestMark(marks);
  const pixelMm = largest === undefined ? null : (bySlice.get(largest.slice)?.pixelMm ?? null);
  const diameterPx = largest === undefined ? 0 : meanDiameterPx(largest, pixelMm);
  const diameterMm = largest === undefined ? null : meanDiameterMm(largest, pixelMm);
  const kind = mostFrequent(whole(marks).flatMap(({ mark }) => textOf(mark.facts, 'kind') ?? []));
  const side = mostFrequent(marks.flatMap(({ mark }) => textOf(mark.facts, 'side') ?? []));
  const areaOf = kind === 'solid' ? filledArea(marks) : undefined;
  return {
    marks,
    score:
      joinedScore(marks, Math.min(stack.slices.length, expectedSlices(diameterPx, diameterMm, spacingMm))) *
      crossedShare(marks, diameterMm, stack),
    diameterPx,
    diameterMm,
    volumeMl: volumeMl(marks, bySlice, areaOf),
    sizeOf: (mark) => ({
      volumeMl: volumeMl([mark], bySlice, areaOf),
      diameterMm: meanDiameterMm(mark, bySlice.get(mark.slice)?.pixelMm ?? null),
    }),
    kind,
    side: side === 'right' || side === 'left' ? side : null,
    depth: mostFrequent(marks.flatMap(({ mark }) => textOf(mark.facts, 'third') ?? [])),
    solidMm: furthest(inMm(marks, bySlice, 'solidPx'), Math.max),
    pleuraMm: furthest(inMm(marks, bySlice, 'pleuraPx'), Math.min),
    largestSlice: largest?.slice ?? 0,
  };
}

type PixelMm = SeenSlice['pixelMm'];

function meanDiameterPx({ mark }: PlacedMark, pixelMm: PixelMm): number {
  const { longPx, shortPx } = shapeOf(mark, pixelMm);
  return (longPx + shortPx) / 2;
}

function meanDiameterMm(placed: PlacedMark, pixelMm: PixelMm): number | null {
  return pixelMm === null ? null : meanDiameterPx(placed, pixelMm) * Math.sqrt(pixelMm.x * pixelMm.y);
}

/** What fills its slices: an end of a solid nodule looks like ground glass. Without such, the largest. */
function whole(marks: Linked): Linked {
  const inner = marks.filter((placed) => !isEnd(placed, marks));
  const largest = largestMark(marks);
  return inner.length > 0 || largest === undefined ? inner : [largest];
}

function isEnd({ slice }: PlacedMark, marks: Linked): boolean {
  const shown = marks.map((placed) => placed.slice);
  return slice === Math.min(...shown) || slice === Math.max(...shown);
}

/**
 * Area of a solid nodule on a slice, within its half-way edge; on the first and the last slice as much of it
 * as the slice is filled: a nodule that ends within a slice stands out less there than in its middle.
 */
function filledArea(marks: Linked): (placed: PlacedMark) => number {
  const contrastOf = ({ mark }: PlacedMark) => numberOf(mark.facts, 'contrast');
  const most = Math.max(0, ...marks.flatMap((placed) => contrastOf(placed) ?? []));
  return (placed) => {
    const contrast = contrastOf(placed);
    const share = isEnd(placed, marks) && contrast !== null && most > 0 ? contrast / most : 1;
    return share * (numberOf(placed.mark.facts, 'edgePx') ?? placed.mark.areaPx);
  };
}

/** A length that the marks tell in pixels, of those whose slice has a pixel size. */
function inMm(marks: Linked, bySlice: ChestStack['bySlice'], name: string): number[] {
  return marks.flatMap(({ slice, mark }) => {
    const pixelMm = bySlice.get(slice)?.pixelMm ?? null;
    const px = numberOf(mark.facts, name);
    return pixelMm === null || px === null ? [] : [px * Math.sqrt(pixelMm.x * pixelMm.y)];
  });
}

function furthest(values: readonly number[], of: (...values: number[]) => number): number | null {
  return values.length === 0 ? null : of(...values);
}

/** Where slices are at unknown distance, what is wider than this, pixels, should show on two of them. */
const wideFromPx = 24;

/**
 * The likeliest slices count together, as many as should show the lesion: one that shows on fewer is less
 * likely.
 */
function joinedScore(marks: Linked, expected: number): number {
  const bySlice = new Map<number, number>();
  for (const { slice, mark } of marks) bySlice.set(slice, Math.max(bySlice.get(slice) ?? 0, mark.score));
  const scores = [...bySlice.values()].toSorted((a, b) => b - a);
  return scores.slice(0, expected).reduce((total, score) => total + score, 0) / expected;
}

/** On how many slices, of three at most, a ball of this diameter shows with more than half of its area. */
function expectedSlices(diameterPx: number, diameterMm: number | null, spacingMm: number | null): number {
  if (diameterMm === null || spacingMm === null) return diameterPx > wideFromPx ? 2 : 1;
  return Math.min(3, Math.max(1, Math.floor((0.67 * diameterMm) / spacingMm)));
}

/**
 * Of the slices that a ball of this diameter crosses wherever it lies, three at most, the share that marks
 * it, however faintly: a vessel that is round on one slice is marked there alone. 1 at an end or a gap of
 * the stack, which may hide the others.
 */
function crossedShare(marks: Linked, diameterMm: number | null, stack: ChestStack): number {
  if (diameterMm === null || stack.spacingMm === null) return 1;
  const shown = new Set(marks.map(({ slice }) => slice)).size;
  const crossed = Math.min(3, Math.floor(diameterMm / stack.spacingMm));
  return isCut(marks, stack) || crossed <= shown ? 1 : shown / crossed;
}

/** Whether it may go on beyond an end or a gap of the stack. */
function isCut(marks: Linked, { slices, gapsAfter }: ChestStack): boolean {
  const shown = marks.map(({ slice }) => slice);
  const [first, last] = [Math.min(...shown), Math.max(...shown)];
  const ends = [slices[0]?.index, slices[slices.length - 1]?.index];
  return ends.includes(first) || ends.includes(last) || gapsAfter.has(first - 1) || gapsAfter.has(last);
}
