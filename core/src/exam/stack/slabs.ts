import { placesAlongNormal, type Series, type SliceFile } from '../../series/arrange-series.ts';

interface Slab<T> {
  readonly file: T;
  readonly placeMm: number | null;
  readonly slabMm: number | null;
}

export interface Slabs<T> {
  readonly slices: readonly Slab<T>[];
  /** Distance of neighbors between which no slice is missing. */
  readonly spacingMm: number | null;
  readonly gaps: readonly { readonly after: number; readonly missing: number }[];
  /** Files at the place of another. */
  readonly repeated: readonly T[];
}

/** Nearer than this to its neighbor, a slice is that neighbor again. */
const sameWithinMm = 0.05;
/** Farther than this many usual distances, or thicknesses, from its neighbor, slices are missing between. */
const gapFrom = 1.5;

/**
 * Every slice with its place and how much of the body it stands for: half the way to each neighbor, a gap
 * left out.
 */
export function slabsOf<T extends SliceFile>({ slices: files }: Pick<Series<T>, 'slices'>): Slabs<T> {
  const places = placesAlongNormal(files);
  if (places === undefined) {
    return {
      slices: files.map((file) => ({ file, placeMm: null, slabMm: null })),
      spacingMm: null,
      gaps: [],
      repeated: [],
    };
  }
  const repeated: T[] = [];
  const kept: { file: T; at: number }[] = [];
  for (const file of files) {
    const at = places.get(file) ?? 0;
    if (at - (kept[kept.length - 1]?.at ?? Number.NEGATIVE_INFINITY) < sameWithinMm) repeated.push(file);
    else kept.push({ file, at });
  }
  const steps = kept.slice(1).map(({ at }, i) => at - (kept[i]?.at ?? at));
  const usual = usualStep(steps);
  const isGap = steps.map(
    (step, i) => step > gapFrom * Math.max(usual, thicknessOf(kept[i]), thicknessOf(kept[i + 1])),
  );
  const reach = (i: number) => (steps[i] === undefined || isGap[i] ? usual : (steps[i] ?? usual)) / 2;
  return {
    slices: kept.map(({ file, at }, i) => ({
      file,
      placeMm: at,
      slabMm: usual === 0 ? null : reach(i - 1) + reach(i),
    })),
    spacingMm: usual === 0 ? null : usual,
    gaps: steps.flatMap((step, after) =>
      isGap[after] ? [{ after, missing: Math.round(step / usual) - 1 }] : [],
    ),
    repeated,
  };
}

function thicknessOf(slice: { readonly file: SliceFile } | undefined): number {
  return slice?.file.facts.thicknessMm ?? 0;
}

/**
 * The smallest step that a seventh of the slices keep: where slices are missing, most steps may be longer.
 */
function usualStep(steps: readonly number[]): number {
  const sorted = steps.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 7)] ?? 0;
}
