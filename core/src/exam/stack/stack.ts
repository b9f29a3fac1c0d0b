import { arrangeSeries, type Series, type SliceFile } from '../../series/arrange-series.ts';
import {
  choiceWords,
  outlineOf,
  preferredSeries,
  type Reconstruction,
  type SeriesOutline,
} from './series-choice.ts';
import { type SetAside, type SetAsideReason, setAsideMessages, unfit } from './set-aside.ts';
import { slabsOf } from './slabs.ts';
import { tiltDegrees } from './tilt.ts';

/** One of the series among the files of an exam. */
export interface FoundSeries extends SeriesOutline {
  /** From 1, that of the most slices first: what a caller may ask for. */
  readonly number: number;
  readonly uid: string | undefined;
  readonly description: string | undefined;
  readonly isRead: boolean;
}

/** What is known of the stack as a whole. */
export interface StackFacts {
  readonly orderedBy: Series['orderedBy'];
  readonly description: string | undefined;
  readonly spacingMm: number | null;
  readonly thicknessMm: number | null;
  /** Behind which slices, from 0, others are missing, and how many. */
  readonly gaps: readonly { readonly after: number; readonly missing: number }[];
  readonly tiltDegrees: number | null;
  readonly kernel: string | undefined;
  readonly contrast: string | undefined;
  readonly setAside: readonly SetAside[];
  /** Why this of several reconstructions is read; undefined where there was no choice. */
  readonly choice: string | undefined;
  /** The series among the files that could be read. */
  readonly series: readonly FoundSeries[];
}

export interface Stack<T extends SliceFile = SliceFile> {
  readonly slices: readonly {
    readonly file: T;
    readonly placeMm: number | null;
    readonly slabMm: number | null;
  }[];
  readonly facts: StackFacts;
}

/** Views stand beside each other: all are read, in the order of their names. */
export function viewsOf<T extends SliceFile>(files: readonly T[]): Stack<T> {
  const slices = files.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  return {
    slices: slices.map((file) => ({ file, placeMm: null, slabMm: null })),
    facts: { ...nothingKnown, orderedBy: 'name' },
  };
}

const nothingKnown: StackFacts = {
  orderedBy: 'name',
  description: undefined,
  spacingMm: null,
  thicknessMm: null,
  gaps: [],
  tiltDegrees: null,
  kernel: undefined,
  contrast: undefined,
  setAside: [],
  choice: undefined,
  series: [],
};

/**
 * Files to the one stack that is read; the others are set aside, each with its reason. `wanted`: the series
 * to read by its number or UID; where there is no such one, no slices.
 */
export function stackOf<T extends SliceFile>(
  files: readonly T[],
  { prefers, wanted }: { readonly prefers: Reconstruction; readonly wanted?: string | undefined },
): Stack<T> {
  const setAside: SetAside[] = [];
  const drop = ({ name }: SliceFile, reason: SetAsideReason) => {
    setAside.push({ file: name, reason, message: setAsideMessages[reason] });
  };
  const kept = files.filter((file) => {
    const reason = unfit(file.facts);
    if (reason !== undefined) drop(file, reason);
    return reason === undefined;
  });
  const series = arrangeSeries(kept);
  dropRepeats(kept, series, drop);
  const chosen =
    wanted === undefined
      ? preferredSeries(series, prefers)
      : series.find(({ uid }, index) => uid === wanted || String(index + 1) === wanted);
  const found = series.map((each, index): FoundSeries => {
    const { uid, description } = each;
    return { ...outlineOf(each), number: index + 1, uid, description, isRead: each === chosen };
  });
  if (chosen === undefined) return { slices: [], facts: { ...nothingKnown, setAside, series: found } };
  for (const other of series)
    if (other !== chosen) for (const file of other.slices) drop(file, 'other_reconstruction');
  const { slices, spacingMm, gaps, repeated } = slabsOf(chosen);
  for (const file of repeated) drop(file, 'duplicate');
  const facts = chosen.slices[0]?.facts;
  return {
    slices,
    facts: {
      orderedBy: chosen.orderedBy,
      description: chosen.description,
      spacingMm,
      thicknessMm: facts?.thicknessMm ?? null,
      gaps,
      tiltDegrees: facts === undefined ? null : tiltDegrees(facts),
      kernel: facts?.kernel,
      contrast: facts?.contrast,
      setAside,
      choice: choiceWords(
        {
          read: outlineOf(chosen),
          others: series.filter((other) => other !== chosen).map(outlineOf),
          by: wanted === undefined ? 'program' : 'user',
        },
        prefers,
      ),
      series: found,
    },
  };
}

function dropRepeats<T extends SliceFile>(
  kept: readonly T[],
  series: readonly Series<T>[],
  drop: (file: T, reason: SetAsideReason) => void,
): void {
  const taken = new Set(series.flatMap(({ slices }) => slices));
  for (const file of kept) if (!taken.has(file)) drop(file, 'duplicate');
}
