import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';

/** The most frequent grey values of soft tissue, 0 to 255, darker first: two are fat and muscle. */
export interface SoftTissueModes {
  readonly peaks: readonly number[];
  /** Share of the tissue that is black. */
  readonly black: number;
}

const levels = 256;
/** Grey up to here, or from there on, may be cut off. */
const cut = { black: 2, white: 253 } as const;
/** Widths of smoothing, grey levels: the narrowest one that leaves at most two peaks. */
const widths = [2, 3, 4.5, 6, 9, 13];
/** A peak reaches this share of the highest. */
const minPeak = 0.2;
/** Of the way from lung to the brightest tenth: darker grey is no soft tissue. */
const softFrom = 0.55;

export function softTissueModes(grey: GreyPlane, inside: Mask, lung: number | null): SoftTissueModes {
  const counts = new Float64Array(levels);
  let [all, black] = [0, 0];
  for (let i = 0; i < grey.data.length; i++) {
    if (inside.data[i] === 0) continue;
    const value = grey.data[i] ?? 0;
    all++;
    if (value <= cut.black) black++;
    else if (value < cut.white) counts[Math.round(value)] = (counts[Math.round(value)] ?? 0) + 1;
  }
  if (lung !== null) counts.fill(0, 0, Math.floor(lung + softFrom * (brightest(counts) - lung)));
  return { peaks: peaksOf(counts), black: black / Math.max(all, 1) };
}

/** The value below which nine in ten lie. */
function brightest(counts: Float64Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  return counts.findIndex((count) => {
    seen += count;
    return seen >= 0.9 * total;
  });
}

function peaksOf(counts: Float64Array): number[] {
  let peaks: { at: number; height: number }[] = [];
  for (const width of widths) {
    const smooth = smoothed(counts, width);
    const highest = smooth.reduce((most, value) => Math.max(most, value), 0);
    peaks = [];
    for (let at = 1; at < levels - 1; at++) {
      const height = smooth[at] ?? 0;
      const isPeak = height >= (smooth[at - 1] ?? 0) && height > (smooth[at + 1] ?? 0);
      if (isPeak && height > minPeak * highest) peaks.push({ at, height });
    }
    if (peaks.length <= 2) break;
  }
  return peaks
    .toSorted((a, b) => b.height - a.height)
    .slice(0, 2)
    .map(({ at }) => at)
    .toSorted((a, b) => a - b);
}

/** Gaussian. */
function smoothed(counts: Float64Array, width: number): Float64Array {
  const reach = Math.ceil(3 * width);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, n) =>
    Math.exp(-((n - reach) ** 2) / (2 * width ** 2)),
  );
  return counts.map((_, at) =>
    kernel.reduce((sum, weight, n) => sum + weight * (counts[at + n - reach] ?? 0), 0),
  );
}
