import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import { crop } from '@second-read/core/pixels/sampling/crop';
import { resizeLongestSide } from '@second-read/core/pixels/sampling/resize';

/** Where brain's grey lies in the brain window of the engine. */
const brainAt = 0.45;
/** The most that greys above brain are spread: more would turn blood to bone. */
const maxSpread = 2.2;
/**
 * Greys that may be tissue's most frequent one, and how frequent it must be beside those that air may have.
 */
const tissue = { from: 0.02, to: 0.95, beyondAir: 0.33 } as const;
/**
 * Air that a camera or noise lifts off black, at half of the border or more, is no tissue, nor is what is as
 * dark as nearly all of the border and `more`, but for the darkest brains. Then only the middle of the
 * picture counts, as wide and high as this share of it.
 */
const liftedAir = { from: 0.01, share: 0.95, more: 0.015, max: 0.08, middle: 0.5 } as const;
const searchSide = 160;
const bins = 128;

interface ProvisionalWindow {
  /** Puts greys where a brain window shows them. */
  readonly stretched: (plane: GreyPlane) => GreyPlane;
  /** Whether the background is not black, as a photograph of a screen shows it. */
  readonly isAirLifted: boolean;
}

/**
 * Stretches a picture of unknown window so that tissue's most frequent grey lies where a brain window shows
 * brain: good enough to find the head and its skull, from which the window is then estimated.
 */
export function provisionalWindow(shown: GreyPlane): ProvisionalWindow {
  const { isAirLifted, ...tissues } = searched(gaussianBlur(resizeLongestSide(shown, searchSide), 1));
  const brain = tissueMode(tissues);
  const below = brainAt / brain;
  const above = brain > brainAt ? (1 - brainAt) / (1 - brain) : Math.min(below, maxSpread);
  const stretched = (plane: GreyPlane) => {
    const out = greyPlane(plane.width, plane.height);
    for (let i = 0; i < out.data.length; i++) {
      const value = plane.data[i] ?? 0;
      out.data[i] = Math.min(value <= brain ? value * below : brainAt + (value - brain) * above, 1);
    }
    return out;
  };
  return { stretched, isAirLifted };
}

/** The most frequent grey of what is neither black nor white; `brainAt` where there is none. */
function tissueMode({ from, values }: Omit<Searched, 'isAirLifted'>): number {
  const counts = new Float64Array(bins);
  for (const value of values) {
    if (value <= from || value >= tissue.to) continue;
    const bin = Math.floor(value * bins);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const near = Array.from(counts, (_, i) =>
    counts.subarray(Math.max(0, i - 2), i + 3).reduce((sum, count) => sum + count, 0),
  );
  // Grays that grow ever rarer from the darkest on are what JPEG and reducing leave in air.
  let first = Math.ceil(from * bins) + 2;
  while ((near[first + 5] ?? 0) < (near[first] ?? 0)) first += 5;
  const [darkest, beyond] = [Math.max(...near), Math.max(0, ...near.slice(first))];
  const most = beyond >= tissue.beyondAir * darkest ? beyond : darkest;
  return most === 0 ? brainAt : (near.lastIndexOf(most) + 0.5) / bins;
}

/** Where tissue is looked for, and from which gray on. */
interface Searched {
  readonly from: number;
  readonly values: Float32Array;
  readonly isAirLifted: boolean;
}

function searched(small: GreyPlane): Searched {
  const border = borderOf(small);
  const isAirLifted = (border[border.length >> 1] ?? 0) > liftedAir.from;
  if (!isAirLifted) return { from: tissue.from, values: small.data, isAirLifted };
  const air = border[Math.floor(liftedAir.share * (border.length - 1))] ?? 0;
  const from = Math.max(tissue.from, Math.min(air + liftedAir.more, liftedAir.max));
  return { from, values: middleOf(small), isAirLifted };
}

function middleOf(small: GreyPlane): Float32Array {
  const [width, height] = [small.width, small.height].map((side) => Math.ceil(liftedAir.middle * side));
  const box = { width: width ?? 1, height: height ?? 1 };
  const [x, y] = [(small.width - box.width) >> 1, (small.height - box.height) >> 1];
  return crop(small, { x, y, ...box }).data;
}

/** The outermost grays, from the darkest on. */
function borderOf({ width, height, data }: GreyPlane): number[] {
  const rim: number[] = [];
  for (let x = 0; x < width; x++) rim.push(data[x] ?? 0, data[(height - 1) * width + x] ?? 0);
  for (let y = 0; y < height; y++) rim.push(data[y * width] ?? 0, data[(y + 1) * width - 1] ?? 0);
  return rim.sort((a, b) => a - b);
}
