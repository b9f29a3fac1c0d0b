import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { isSet, mostFrequent, numberOf, rounded, textOf } from '@second-read/core/exam/facts';
import { findingMarks, type MarkSize } from '@second-read/core/exam/marks/finding-marks';
import {
  type Linked,
  linkMarks,
  marksOfType,
  type PlacedMark,
} from '@second-read/core/exam/marks/link-marks';
import { abcHalfMl, largestMark, volumeMl } from '@second-read/core/exam/marks/volume';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';
import { shapeOf } from '@second-read/core/reading/mark-shape';
import { type BleedingKind, bleedingKinds, speckMl } from './codes.ts';

export interface BleedingGiven {
  readonly slices: readonly SeenSlice[];
  readonly bySlice: ReadonlyMap<number, SeenSlice>;
  /** Of each slice, neighbors joined. */
  readonly joined: ReadonlyMap<number, number>;
  readonly gapsAfter: ReadonlySet<number>;
}

/** A part in two slices belongs together where they lie within this many pixels of each other. */
const reachPx = 3;
/** Parts of one kind on one side within this of each other are one bleeding: a crescent shows in pieces. */
const joinMm = 8;
const usualFieldMm = 230;
/** Of a head CT that is read slice by slice, where its files give no places. */
const usualSlabMm = 5;
/** From this joined probability on the outline of a slice belongs to a bleeding of the patient. */
const outlineFrom = 0.3;
/** Smaller outlines beside a larger one are its frayed edge, ml. */
const minMl = 0.1;
/** As many as a report can list. */
const maxNamed = 6;

interface Bleedings {
  /** The largest first. */
  readonly findings: readonly ExamFinding[];
  /** Those too small to be numbered beside a larger one: `specks`. */
  readonly specks: Others<'specks'>;
  /** Those beyond as many as a report lists: `unlisted`. */
  readonly unlisted: Others<'unlisted'>;
}

/** How many, with their volume in all and their side. */
type Others<Name extends string> = Readonly<
  Record<Name, number> & Record<`${Name}Ml`, number | null> & Record<`${Name}Side`, string | null>
>;

/** Outlines of bleeding linked across slices, and the parts of one bleeding joined. */
export function bleedingsOf(given: BleedingGiven): Bleedings {
  const marks = marksOfType(
    'haemorrhage',
    given.slices.filter(({ index }) => (given.joined.get(index) ?? 0) >= outlineFrom),
  );
  const mlOf = (lesion: Linked) => volumeMl(lesion, given.bySlice);
  const aboutMl = (lesion: Linked) => mlOf(lesion) ?? usualMl(lesion, given.bySlice);
  const linked = linkMarks(marks, { reachPx, maxSlicesApart: 1, gapsAfter: given.gapsAfter });
  const all = joinedParts(linked, given)
    .filter((lesion) => (mlOf(lesion) ?? minMl) >= minMl)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const isLarge = (all[0] ? aboutMl(all[0]) : 0) >= speckMl;
  const isSpeck = (lesion: Linked, at: number) => isLarge && at > 0 && aboutMl(lesion) < speckMl;
  const numbered = all.filter((lesion, at) => !isSpeck(lesion, at));
  const [specks, unlisted] = [all.filter(isSpeck), numbered.slice(maxNamed)];
  const sumMl = (lesions: readonly Linked[]) => {
    const known = lesions.flatMap((one) => mlOf(one) ?? []);
    if (known.length < lesions.length || known.length === 0) return null;
    return rounded(
      known.reduce((sum, one) => sum + one, 0),
      2,
    );
  };
  return {
    findings: numbered.slice(0, maxNamed).map((lesion, index) => findingOf(lesion, index + 1, given)),
    specks: { specks: specks.length, specksMl: sumMl(specks), specksSide: sideOf(specks.flat()) },
    unlisted: {
      ...{ unlisted: unlisted.length, unlistedMl: sumMl(unlisted) },
      unlistedSide: sideOf(unlisted.flat()),
    },
  };
}

/** About the volume of a lesion in a head of usual size, where files give no pixel size or places. */
function usualMl(lesion: Linked, bySlice: ReadonlyMap<number, SeenSlice>): number {
  const [first] = bySlice.values();
  const mm = first === undefined ? 0 : mmPerPixel(first);
  return (sizeOf(lesion) * mm * mm * usualSlabMm) / 1000;
}

const sizeOf = (lesion: Linked) => lesion.reduce((sum, { mark }) => sum + mark.areaPx, 0);

/** Lesions of one kind on one side that lie near each other, on one slice or on neighboring ones, as one. */
function joinedParts(lesions: readonly Linked[], { bySlice, gapsAfter }: BleedingGiven): Linked[] {
  const [first] = bySlice.values();
  if (first === undefined) return [];
  const groups = new Map<string, Linked[]>();
  for (const lesion of lesions) {
    const slices = lesion.map(({ slice }) => slice);
    const group = `${kindOf(slices, bySlice)} ${sideOf(lesion)}`;
    groups.set(group, [...(groups.get(group) ?? []), lesion]);
  }
  const reach = Math.round(joinMm / mmPerPixel(first));
  return [...groups.values()].flatMap((alike) =>
    alike.length === 1
      ? alike
      : linkMarks(alike.flat(), { reachPx: reach, maxSlicesApart: 1, onOneSlice: true, gapsAfter }),
  );
}

/** Of a head that fills a usual field of view where the file gives no size. */
function mmPerPixel({ pixelMm, width }: SeenSlice): number {
  return pixelMm === null ? usualFieldMm / width : Math.sqrt(pixelMm.x * pixelMm.y);
}

function sideOf(lesion: Linked): 'left' | 'right' | 'both' | null {
  const side = mostFrequent(lesion.flatMap(({ mark }) => textOf(mark.facts, 'side') ?? 'both'));
  return side === 'left' || side === 'right' || side === 'both' ? side : null;
}

function findingOf(lesion: Linked, number: number, { bySlice, joined }: BleedingGiven): ExamFinding {
  const shown = lesion.map(({ slice }) => slice);
  return {
    id: `haemorrhage-${number}`,
    type: 'haemorrhage',
    found: true,
    probability: rounded(Math.max(...shown.map((slice) => joined.get(slice) ?? 0)), 4),
    side: sideOf(lesion),
    volumeMl: rounded(volumeMl(lesion, bySlice), 2),
    diameterMm: rounded(diameterMm(lesion, bySlice)),
    slices: findingMarks(lesion, bySlice, (mark) => markSize(mark, bySlice)),
    facts: {
      bleedingType: kindOf(shown, bySlice),
      abcHalfMl: rounded(abcHalfMl(lesion, bySlice), 2),
      firstSlice: Math.min(...shown) + 1,
      lastSlice: Math.max(...shown) + 1,
      largestSlice: (largestMark(lesion)?.slice ?? 0) + 1,
      isNamedOnSlice: shown.some((slice) => isSet(bySlice.get(slice)?.evidence.facts, 'isNamed')),
    },
  };
}

function markSize(mark: PlacedMark, bySlice: ReadonlyMap<number, SeenSlice>): MarkSize {
  return { volumeMl: volumeMl([mark], bySlice), diameterMm: diameterMm([mark], bySlice) };
}

/** Longest diameter in any slice. */
function diameterMm(lesion: Linked, bySlice: ReadonlyMap<number, SeenSlice>): number | null {
  const largest = largestMark(lesion);
  const pixelMm = largest === undefined ? null : (bySlice.get(largest.slice)?.pixelMm ?? null);
  return largest === undefined || pixelMm === null
    ? null
    : shapeOf(largest.mark, pixelMm).longPx * Math.sqrt(pixelMm.x * pixelMm.y);
}

/** The kind that the slices of a bleeding, together, make likeliest. */
export function kindOf(shown: readonly number[], bySlice: ReadonlyMap<number, SeenSlice>): BleedingKind {
  const sum = (kind: BleedingKind) =>
    shown.reduce(
      (total, slice) => total + (numberOf(bySlice.get(slice)?.evidence.facts, `type_${kind}`) ?? 0),
      0,
    );
  return bleedingKinds.reduce((best, kind) => (sum(kind) > sum(best) ? kind : best), bleedingKinds[0]);
}
