import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { isSet, mostFrequent, numberOf, rounded, textOf } from '@second-read/core/exam/facts';
import { findingMarks } from '@second-read/core/exam/marks/finding-marks';
import { type Linked, linkMarks, type PlacedMark } from '@second-read/core/exam/marks/link-marks';
import { shapeOf } from '@second-read/core/exam/marks/mark-shape';
import { abcHalfMl, largestMark, volumeMl } from '@second-read/core/exam/marks/volume';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';

export interface BleedingGiven {
  readonly slices: readonly SeenSlice[];
  readonly bySlice: ReadonlyMap<number, SeenSlice>;
  /** Of each slice, neighbors joined. */
  readonly joined: ReadonlyMap<number, number>;
  readonly gapsAfter: ReadonlySet<number>;
}

/** A part in two slices belongs together where they lie within this many pixels of each other. */
const reachPx = 3;
/** From this joined probability on the outline of a slice belongs to a bleeding of the patient. */
const outlineFrom = 0.3;
/** Smaller outlines beside a larger one are its frayed edge, ml. */
const minMl = 0.1;
/** As many as a report can list. */
const maxNamed = 6;

const types = ['edh', 'sdh', 'sah', 'iph', 'ivh'] as const;
export type BleedingType = (typeof types)[number];

/** Outlines of bleeding linked across slices, the largest first. */
export function bleedingsOf(given: BleedingGiven): ExamFinding[] {
  const marks = given.slices.flatMap(({ index, evidence }) =>
    (given.joined.get(index) ?? 0) < outlineFrom
      ? []
      : evidence.marks
          .filter(({ type }) => type === 'haemorrhage')
          .map((mark): PlacedMark => ({ slice: index, mark })),
  );
  return linkMarks(marks, { reachPx, maxSlicesApart: 1, gapsAfter: given.gapsAfter })
    .filter((lesion) => (volumeMl(lesion, given.bySlice) ?? minMl) >= minMl)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, maxNamed)
    .map((lesion, index) => findingOf(lesion, index + 1, given));
}

const sizeOf = (lesion: Linked) => lesion.reduce((sum, { mark }) => sum + mark.areaPx, 0);

function findingOf(lesion: Linked, number: number, { bySlice, joined }: BleedingGiven): ExamFinding {
  const shown = lesion.map(({ slice }) => slice);
  const side = mostFrequent(lesion.flatMap(({ mark }) => textOf(mark.facts, 'side') ?? 'both'));
  return {
    id: `haemorrhage-${number}`,
    type: 'haemorrhage',
    found: true,
    probability: rounded(Math.max(...shown.map((slice) => joined.get(slice) ?? 0)), 4),
    side: side === 'left' || side === 'right' || side === 'both' ? side : null,
    volumeMl: rounded(volumeMl(lesion, bySlice), 2),
    diameterMm: rounded(diameterMm(lesion, bySlice)),
    slices: findingMarks(lesion, bySlice),
    facts: {
      bleedingType: typeOf(shown, bySlice),
      abcHalfMl: rounded(abcHalfMl(lesion, bySlice), 2),
      firstSlice: Math.min(...shown) + 1,
      lastSlice: Math.max(...shown) + 1,
      largestSlice: (largestMark(lesion)?.slice ?? 0) + 1,
      isNamedOnSlice: shown.some((slice) => isSet(bySlice.get(slice)?.evidence.facts, 'isNamed')),
    },
  };
}

/** Longest diameter in any slice. */
function diameterMm(lesion: Linked, bySlice: ReadonlyMap<number, SeenSlice>): number | null {
  const largest = largestMark(lesion);
  const pixelMm = largest === undefined ? null : (bySlice.get(largest.slice)?.pixelMm ?? null);
  return largest === undefined || pixelMm === null
    ? null
    : shapeOf(largest.mark).longPx * Math.sqrt(pixelMm.x * pixelMm.y);
}

/** The type that the slices of a bleeding, together, make likeliest. */
export function typeOf(shown: readonly number[], bySlice: ReadonlyMap<number, SeenSlice>): BleedingType {
  const sum = (type: BleedingType) =>
    shown.reduce(
      (total, slice) => total + (numberOf(bySlice.get(slice)?.evidence.facts, `type_${type}`) ?? 0),
      0,
    );
  return types.reduce((best, type) => (sum(type) > sum(best) ? type : best), types[0]);
}
