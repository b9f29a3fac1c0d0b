import { arrangeSeries, placedFiles, type Series, type SliceFile } from '../../series/arrange-series.ts';
import { sharpnessOf } from './kernel.ts';
import { onePass, type PassChoice } from './passes.ts';
import type { Reconstruction } from './reconstruction.ts';
import { outlineOf, preferredSeries, type SeriesChoice, type SeriesOutline } from './series-choice.ts';
import { type SetAside, type SetAsideReason, setAsideMessage, unfit } from './set-aside.ts';
import { slabsOf } from './slabs.ts';
import { tiltOf } from './tilt.ts';

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
  /** Distances of neighbors where they differ, gaps left out. */
  readonly unevenMm?: { readonly least: number; readonly most: number };
  readonly thicknessMm: number | null;
  /** Behind which slices, from 0, others are missing, and how many. */
  readonly gaps: readonly { readonly after: number; readonly missing: number }[];
  readonly tiltDegrees: number | null;
  readonly kernel: string | undefined;
  /** Of the reconstruction; undefined where names say nothing of it. */
  readonly sharpness?: 'soft' | 'sharp' | undefined;
  readonly contrast: string | undefined;
  readonly setAside: readonly SetAside[];
  /** Which of several series is read. */
  readonly choice: SeriesChoice | undefined;
  /** Which of several passes at the same positions is read; undefined where there is one. */
  readonly passes?: PassChoice | undefined;
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
  const drop = ({ name, facts }: SliceFile, reason: SetAsideReason) => {
    setAside.push({ file: name, reason, message: setAsideMessage(reason, facts) });
  };
  const isAmongCt = files.some(({ facts }) => facts.modality === 'CT');
  const kept = files.filter((file) => {
    const reason = unfit(file.facts, isAmongCt);
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
  const { read, orderedBy, choice: passes } = oneStack(chosen, prefers, drop);
  const { slices, gaps, ...distances } = slabsOf({ slices: read });
  const facts = read[0]?.facts;
  return {
    slices,
    facts: {
      orderedBy,
      description: chosen.description,
      ...distances,
      thicknessMm: facts?.thicknessMm ?? null,
      gaps,
      tiltDegrees: facts === undefined ? null : tiltOf(facts),
      kernel: facts?.kernel,
      sharpness: facts && sharpnessOf(facts),
      contrast: facts?.contrast,
      setAside,
      choice: {
        read: outlineOf({ slices: read }),
        others: series.filter((other) => other !== chosen).map(outlineOf),
        by: wanted === undefined ? 'program' : 'user',
      },
      passes,
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

type Drop<T> = (file: T, reason: SetAsideReason) => void;

/** One pass of the files of a series in one space, each at a place; the others are dropped. */
function oneStack<T extends SliceFile>(chosen: Series<T>, prefers: Reconstruction, drop: Drop<T>) {
  const inOneSpace = ofOneSpace(chosen.slices);
  const placed = placedFiles(inOneSpace);
  for (const file of chosen.slices)
    if (!inOneSpace.includes(file)) drop(file, 'other_space');
    else if (!placed.includes(file)) drop(file, 'no_position');
  const isWhole = placed.length === chosen.slices.length;
  const { slices, orderedBy } = isWhole ? chosen : (arrangeSeries(placed)[0] ?? chosen);
  const { read, others, choice } = onePass(slices, prefers);
  for (const file of others) drop(file, choice === undefined ? 'duplicate' : 'other_pass');
  return { read, orderedBy, choice };
}

/** Positions in different frames of reference have nothing to do with each other: those of the most files. */
function ofOneSpace<T extends SliceFile>(files: readonly T[]): readonly T[] {
  const counts = new Map<string, number>();
  for (const { facts } of files) {
    const uid = facts.frameOfReferenceUid;
    if (uid !== undefined) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  }
  if (counts.size < 2) return files;
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return files.filter(({ facts }) => (facts.frameOfReferenceUid ?? most) === most);
}
