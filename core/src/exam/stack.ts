import { arrangeSeries, type Series, type SliceFile } from '../series/arrange-series.ts';
import type { SliceFacts } from '../series/slice-facts.ts';
import { kernelKind } from './kernel.ts';
import { slabsOf } from './slabs.ts';
import { isAxial, tiltDegrees } from './tilt.ts';

/** Why a file is not read with the others. Closed list. */
export type SetAsideReason =
  | 'localizer'
  | 'reformat'
  | 'not_axial'
  | 'not_ct'
  | 'other_reconstruction'
  | 'duplicate'
  | 'no_picture';

export interface SetAside {
  readonly file: string;
  readonly reason: SetAsideReason;
  readonly message: string;
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
}

export interface Stack<T extends SliceFile = SliceFile> {
  readonly slices: readonly {
    readonly file: T;
    readonly placeMm: number | null;
    readonly slabMm: number | null;
  }[];
  readonly facts: StackFacts;
}

const messages: Readonly<Record<SetAsideReason, string>> = {
  localizer: 'a localizer',
  reformat: 'a reformat derived from other pictures',
  not_axial: 'not an axial slice',
  not_ct: 'no CT picture',
  other_reconstruction: 'of another reconstruction than the one that is read',
  duplicate: 'at the place of another slice of the series',
  no_picture: 'no picture',
};

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
};

/** Files to the one stack that is read; the others are set aside, each with its reason. */
export function stackOf<T extends SliceFile>(
  files: readonly T[],
  { prefers }: { readonly prefers: 'soft' | 'thin' },
): Stack<T> {
  const setAside: SetAside[] = [];
  const drop = ({ name }: SliceFile, reason: SetAsideReason) => {
    setAside.push({ file: name, reason, message: messages[reason] });
  };
  const kept = files.filter((file) => {
    const reason = unfit(file.facts);
    if (reason !== undefined) drop(file, reason);
    return reason === undefined;
  });
  const series = arrangeSeries(kept);
  dropRepeats(kept, series, drop);
  const chosen = best(series, prefers);
  if (chosen === undefined) return { slices: [], facts: { ...nothingKnown, setAside } };
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
      choice: series.length > 1 ? choiceWords(chosen, prefers) : undefined,
    },
  };
}

/** Files without geometry are taken as they come. */
function unfit(facts: SliceFacts): SetAsideReason | undefined {
  if (facts.modality !== undefined && facts.modality !== 'CT') return 'not_ct';
  const types = facts.imageType ?? [];
  if (types.includes('LOCALIZER')) return 'localizer';
  if (
    types.some((type) => type.startsWith('MPR') || type.startsWith('CSA') || type.includes('SCREEN SAVE'))
  ) {
    return 'reformat';
  }
  return isAxial(facts) === false ? 'not_axial' : undefined;
}

function dropRepeats<T extends SliceFile>(
  kept: readonly T[],
  series: readonly Series<T>[],
  drop: (file: T, reason: SetAsideReason) => void,
): void {
  const taken = new Set(series.flatMap(({ slices }) => slices));
  for (const file of kept) if (!taken.has(file)) drop(file, 'duplicate');
}

/**
 * A reconstruction of fewer than this share of the longest one's slices and extent is a part of the body
 * alone.
 */
const partBelow = 0.5;

function best<T extends SliceFile>(series: readonly Series<T>[], prefers: 'soft' | 'thin') {
  const longest = Math.max(0, ...series.map(extentOf));
  const whole = series.filter((each) => extentOf(each) >= partBelow * longest);
  return whole.toSorted((a, b) => preference(b, prefers) - preference(a, prefers))[0];
}

/** Millimetres from the first to the last slice; the number of slices where no places are known. */
function extentOf({ slices }: Series): number {
  const [first, last] = [slices[0]?.facts.position?.[2], slices[slices.length - 1]?.facts.position?.[2]];
  return first === undefined || last === undefined
    ? slices.length
    : Math.max(slices.length, Math.abs(last - first));
}

function preference({ slices }: Series, prefers: 'soft' | 'thin'): number {
  const { kernel, thicknessMm } = slices[0]?.facts ?? {};
  const thin = -(thicknessMm ?? 5);
  if (prefers === 'thin') return 10 * thin + slices.length / 1e4;
  return (kernelKind(kernel) === 'sharp' ? -100 : 0) + thin + slices.length / 1e4;
}

function choiceWords({ slices, description }: Series, prefers: 'soft' | 'thin'): string {
  const { kernel, thicknessMm } = slices[0]?.facts ?? {};
  const facts = [description, kernel, thicknessMm === undefined ? undefined : `${thicknessMm} mm`];
  const named = facts.filter((fact) => fact !== undefined).join(', ');
  const why =
    prefers === 'thin'
      ? 'the thinnest slices of the whole region'
      : 'a soft reconstruction of the whole region';
  return `Read: ${named === '' ? `the series of ${slices.length} pictures` : named}; chosen as ${why}.`;
}
