import type { Channels } from '../../pixels/segment/random-walker.ts';
import type { Place } from './proposal.ts';

const bins = 16;
/** How much the ellipse itself counts: most findings fill the one in their box. Tuned on 16 a set. */
const shape = 3;

/**
 * Per pixel, how like the inside of the ellipse its values are, from 0 to 1: by the histograms of its inner
 * half and of what lies beyond it, the channels taken as independent.
 */
export function likenessOf({ width, height, planes }: Channels, place: Place): Float32Array {
  const size = width * height;
  const sides = new Int8Array(size);
  for (let at = 0; at < size; at++) {
    const dx = ((at % width) + 0.5 - place.x) / place.radiusX;
    const dy = (Math.floor(at / width) + 0.5 - place.y) / place.radiusY;
    const away = Math.hypot(dx, dy);
    sides[at] = away < 0.5 ? 1 : away > 1.2 ? -1 : 0;
  }
  const odds = new Float32Array(size);
  for (const plane of planes) {
    const inside = smoothed(histogram(plane, sides, 1));
    const outside = smoothed(histogram(plane, sides, -1));
    for (let at = 0; at < size; at++) {
      const bin = binOf(plane[at] ?? 0);
      odds[at] = (odds[at] ?? 0) + Math.log((inside[bin] ?? 1) / (outside[bin] ?? 1)) / planes.length;
    }
  }
  return odds.map((each, at) => {
    const dx = ((at % width) + 0.5 - place.x) / place.radiusX;
    const dy = (Math.floor(at / width) + 0.5 - place.y) / place.radiusY;
    return 1 / (1 + Math.exp(-each - shape * (1 - dx * dx - dy * dy)));
  });
}

function binOf(value: number): number {
  return Math.min(bins - 1, Math.floor(value * bins));
}

function histogram(plane: Float32Array, sides: Int8Array, side: 1 | -1): Float32Array {
  const counts = new Float32Array(bins);
  plane.forEach((value, at) => {
    if (sides[at] === side) counts[binOf(value)] = (counts[binOf(value)] ?? 0) + 1;
  });
  return counts;
}

/** Shares of 1, none of them 0, each spread over its neighbors. */
function smoothed(counts: Float32Array): Float32Array {
  const total = counts.reduce((sum, count) => sum + count, 0) + 0.2 * bins;
  return counts.map(
    (count, bin) =>
      (0.5 * count + 0.25 * ((counts[bin - 1] ?? count) + (counts[bin + 1] ?? count)) + 0.2) / total,
  );
}
