import { placesAlongNormal, type Series, type SliceFile } from '../../series/arrange-series.ts';

interface Slab<T> {
  readonly file: T;
  readonly placeMm: number | null;
  readonly slabMm: number | null;
}

export interface Slabs<T> {
  readonly slices: readonly Slab<T>[];
  /** Usual distance of neighbors between which no slice is missing. */
  readonly spacingMm: number | null;
  /** The smallest and the largest such distance where they differ. */
  readonly unevenMm?: { readonly least: number; readonly most: number };
  readonly gaps: readonly { readonly after: number; readonly missing: number }[];
}

/** Nearer than this to its neighbor, a slice is that neighbor again. */
export const sameWithinMm = 0.05;
/** Farther than this many usual distances, or thicknesses, from its neighbor, slices are missing between. */
const gapFrom = 1.5;

/**
 * Every slice with its place and how much of the body it represents: half the way to each neighbor, a gap
 * left out.
 */
export function slabsOf<T extends SliceFile>({ slices: files }: Pick<Series<T>, 'slices'>): Slabs<T> {
  const places = placesAlongNormal(files);
  if (places === undefined) {
    return {
      slices: files.map((file) => ({ file, placeMm: null, slabMm: null })),
      spacingMm: null,
      gaps: [],
    };
  }
  const kept = files.map((file) => ({ file, at: places.get(file) ?? 0 }));
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
    ...unevenOf(steps.filter((_, i) => !isGap[i])),
    gaps: steps.flatMap((step, after) =>
      isGap[after] ? [{ after, missing: Math.round(step / usual) - 1 }] : [],
    ),
  };
}

/** Distances that differ by more are no rounding of positions. */
const evenWithinMm = 0.05;

function unevenOf(steps: readonly number[]): Pick<Slabs<unknown>, 'unevenMm'> {
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  return steps.length > 0 && most - least > evenWithinMm ? { unevenMm: { least, most } } : {};
}

/** "5.0 mm apart", "4.0 to 7.4 mm apart" or "slice positions unknown". */
export function spacingWords({
  spacingMm,
  unevenMm,
}: Pick<Slabs<unknown>, 'spacingMm' | 'unevenMm'>): string {
  if (spacingMm === null) return 'slice positions unknown';
  const [least, most] = [unevenMm?.least.toFixed(1), unevenMm?.most.toFixed(1)];
  return least === most ? `${spacingMm.toFixed(1)} mm apart` : `${least} to ${most} mm apart`;
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
