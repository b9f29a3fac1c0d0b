import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { mostFrequent, numberOf, rounded, textOf } from '@second-read/core/exam/facts';
import { findingMarks } from '@second-read/core/exam/marks/finding-marks';
import { linkMarks, marksOfType } from '@second-read/core/exam/marks/link-marks';
import { volumeMl } from '@second-read/core/exam/marks/volume';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';
import { shiftFrom } from '../engine/findings/signs.ts';

/** A measure of one slice that stands for the head. */
export interface AtSlice {
  readonly slice: SeenSlice;
  readonly value: number;
}

export interface Shift extends AtSlice {
  /** Share of the inner skull width; positive towards the patient's left. */
  readonly value: number;
  readonly mm: number | null;
  readonly isFound: boolean;
}

/**
 * The largest midline shift that a neighboring slice bears out; undefined where no slice shows the midline.
 */
export function largestShift(slices: readonly SeenSlice[]): Shift | undefined {
  const shown = slices.flatMap((slice) => {
    const value = numberOf(slice.evidence.facts, 'shiftShare');
    return value === null ? [] : [{ slice, value }];
  });
  const supported = shown.map(({ slice, value }, i) => {
    const around = [shown[i - 1]?.value, shown[i + 1]?.value].filter((other) => other !== undefined);
    const same = around.map((other) => (Math.sign(other) === Math.sign(value) ? Math.abs(other) : 0));
    // A slice by itself may be wrong: its neighbor must show half of it.
    const size = around.length === 0 ? Math.abs(value) : Math.min(Math.abs(value), 2 * Math.max(...same));
    return { slice, value, size };
  });
  const [largest] = supported.toSorted((a, b) => b.size - a.size);
  if (largest === undefined) return undefined;
  const { slice, size } = largest;
  const value = Math.sign(largest.value) * size;
  const ownMm = numberOf(slice.evidence.facts, 'shiftMm');
  const mm = ownMm === null || largest.value === 0 ? null : Math.abs((ownMm * size) / largest.value);
  return { slice, value, mm, isFound: size >= shiftFrom };
}

/** Slices whose index differs by more are not of the same horns. */
const horns = 0.08;

/** Evans' index where the frontal horns are widest and a neighboring slice agrees. */
export function evansIndex(slices: readonly SeenSlice[]): AtSlice | undefined {
  const shown = slices.flatMap((slice) => {
    const value = numberOf(slice.evidence.facts, 'evansIndex');
    return value === null ? [] : [{ slice, value }];
  });
  const borne = shown.filter(({ slice, value }) =>
    shown.some(
      (other) =>
        other.slice !== slice &&
        Math.abs(other.slice.index - slice.index) <= 2 &&
        Math.abs(other.value - value) <= horns,
    ),
  );
  const [widest] = (borne.length > 0 ? borne : shown).toSorted((a, b) => b.value - a.value);
  // Judged as it is printed.
  return widest && { ...widest, value: Number(widest.value.toFixed(2)) };
}

/**
 * A hypodense area must show in this many slices one above the other: asymmetry of a single one is common.
 */
const minSlices = 2;
/** Smaller ones are partial volume with sulci, most of all at the vertex, ml. */
const leastMl = 2;

export function hypodenseAreas(
  slices: readonly SeenSlice[],
  bySlice: ReadonlyMap<number, SeenSlice>,
  gapsAfter: ReadonlySet<number>,
): ExamFinding[] {
  return linkMarks(marksOfType('hypodense area', slices), { reachPx: 0, maxSlicesApart: 1, gapsAfter })
    .filter((area) => new Set(area.map(({ slice }) => slice)).size >= minSlices)
    .map((area): ExamFinding => {
      const side = mostFrequent(area.map(({ mark }) => textOf(mark.facts, 'side') ?? 'both'));
      const shown = area.map(({ slice }) => slice);
      return {
        id: '',
        type: 'hypodense area',
        found: true,
        probability: null,
        side: side === 'left' || side === 'right' || side === 'both' ? side : null,
        volumeMl: rounded(volumeMl(area, bySlice), 1),
        diameterMm: null,
        slices: findingMarks(area, bySlice, (mark) => ({
          ...{ volumeMl: volumeMl([mark], bySlice), diameterMm: null },
        })),
        facts: { firstSlice: Math.min(...shown) + 1, lastSlice: Math.max(...shown) + 1 },
      };
    })
    .filter(({ volumeMl: size }) => size === null || size >= leastMl)
    .toSorted((a, b) => (b.volumeMl ?? b.slices.length) - (a.volumeMl ?? a.slices.length))
    .slice(0, 4)
    .map((finding, index) => ({ ...finding, id: `hypodense-area-${index + 1}` }));
}
