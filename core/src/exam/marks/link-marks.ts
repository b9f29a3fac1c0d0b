import type { Mark } from '../../reading/mark.ts';
import { eachRun } from '../../reading/mark-shape.ts';
import type { SeenSlice } from '../exam-slice.ts';

/** A mark and the slice that shows it, counted from 0 along the stack. */
export interface PlacedMark {
  readonly slice: number;
  readonly mark: Mark;
}

/** The marks of a type on all slices. */
export function marksOfType(type: string, slices: readonly SeenSlice[]): PlacedMark[] {
  return slices.flatMap(({ index, evidence }) =>
    evidence.marks.filter((mark) => mark.type === type).map((mark) => ({ slice: index, mark })),
  );
}

/** One lesion: the marks that show it, in the order of slices. */
export type Linked = readonly PlacedMark[];

export interface LinkOptions {
  /** How far a mark may be from that of another slice, pixels: 0 asks that they overlap. */
  readonly reachPx: number;
  /**
   * Added to the reach, as a share of the shorter side of the smaller mark: a mass changes more from slice to
   * slice.
   */
  readonly reachShare?: number;
  /** Slices apart at most: 1 links neighbors alone, 2 also over a slice that shows nothing. */
  readonly maxSlicesApart: number;
  /** Links marks of one slice too. */
  readonly onOneSlice?: boolean;
  /** Behind these slices others are missing: nothing is linked over them. */
  readonly gapsAfter?: ReadonlySet<number>;
}

/**
 * Marks of one type to lesions: those that lie over one another in neighboring slices are one (union of
 * sets).
 */
export function linkMarks(marks: readonly PlacedMark[], options: LinkOptions): Linked[] {
  const parents = marks.map((_, index) => index);
  const root = (index: number): number => {
    let current = index;
    while (parents[current] !== current) current = parents[current] ?? current;
    return current;
  };
  const order = marks.map((_, index) => index).sort((a, b) => sliceAt(marks, a) - sliceAt(marks, b));
  for (const [place, a] of order.entries()) {
    for (const b of order.slice(place + 1)) {
      const apart = sliceAt(marks, b) - sliceAt(marks, a);
      if (apart > options.maxSlicesApart) break;
      if (
        (apart === 0 && !options.onOneSlice) ||
        isOverGap(sliceAt(marks, a), apart, options) ||
        !touches(marks[a], marks[b], options)
      )
        continue;
      parents[root(b)] = root(a);
    }
  }
  return groups(marks, order, root);
}

function isOverGap(from: number, apart: number, { gapsAfter }: LinkOptions): boolean {
  for (let slice = from; slice < from + apart; slice++) if (gapsAfter?.has(slice)) return true;
  return false;
}

const sliceAt = (marks: readonly PlacedMark[], index: number) => marks[index]?.slice ?? 0;

function groups(marks: readonly PlacedMark[], order: readonly number[], root: (i: number) => number) {
  const found = new Map<number, PlacedMark[]>();
  for (const index of order) {
    const mark = marks[index];
    if (mark === undefined) continue;
    const group = found.get(root(index)) ?? [];
    group.push(mark);
    found.set(root(index), group);
  }
  return [...found.values()];
}

function touches(a: PlacedMark | undefined, b: PlacedMark | undefined, options: LinkOptions): boolean {
  if (a === undefined || b === undefined) return false;
  const reach = reachOf(a.mark, b.mark, options);
  if (!boxesTouch(a.mark, b.mark, reach)) return false;
  const rows = new Map<number, [number, number][]>();
  eachRun(a.mark.runs, (y, from, to) => {
    for (let row = y - reach; row <= y + reach; row++) {
      const runs = rows.get(row) ?? [];
      runs.push([from - reach, to + reach]);
      rows.set(row, runs);
    }
  });
  let meets = false;
  eachRun(b.mark.runs, (y, from, to) => {
    meets ||= (rows.get(y) ?? []).some(([left, right]) => left < to && from < right);
  });
  return meets;
}

function reachOf({ box: a }: Mark, { box: b }: Mark, { reachPx, reachShare = 0 }: LinkOptions): number {
  return Math.round(reachPx + reachShare * Math.min(a.width, a.height, b.width, b.height));
}

function boxesTouch({ box: a }: Mark, { box: b }: Mark, reach: number): boolean {
  return (
    a.x - reach < b.x + b.width &&
    b.x < a.x + a.width + reach &&
    a.y - reach < b.y + b.height &&
    b.y < a.y + a.height + reach
  );
}
