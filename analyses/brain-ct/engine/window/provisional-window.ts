import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import { resizeLongestSide } from '@second-read/core/pixels/sampling/resize';

/** Where brain's grey lies in the brain window of the engine. */
const brainAt = 0.45;
/** The most that greys above brain are spread: more would turn blood to bone. */
const maxSpread = 2.2;
/** Greys that may be tissue's most frequent one. */
const tissue = { from: 0.02, to: 0.95 } as const;
const searchSide = 160;
const bins = 128;

/**
 * Stretches a picture of unknown window so that tissue's most frequent grey lies where a brain window shows
 * brain: good enough to find the head and its skull, from which the window is then estimated.
 */
export function provisionalWindow(shown: GreyPlane): (plane: GreyPlane) => GreyPlane {
  const brain = tissueMode(gaussianBlur(resizeLongestSide(shown, searchSide), 1));
  const below = brainAt / brain;
  const above = brain > brainAt ? (1 - brainAt) / (1 - brain) : Math.min(below, maxSpread);
  return (plane) => {
    const out = greyPlane(plane.width, plane.height);
    for (let i = 0; i < out.data.length; i++) {
      const value = plane.data[i] ?? 0;
      out.data[i] = Math.min(value <= brain ? value * below : brainAt + (value - brain) * above, 1);
    }
    return out;
  };
}

/** The most frequent grey of what is neither black nor white; `brainAt` where there is none. */
function tissueMode(small: GreyPlane): number {
  const counts = new Float64Array(bins);
  for (const value of small.data) {
    if (value <= tissue.from || value >= tissue.to) continue;
    const bin = Math.floor(value * bins);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let [best, max] = [-1, 0];
  for (let i = 0; i < bins; i++) {
    const sum = [-2, -1, 0, 1, 2].reduce((total, step) => total + (counts[i + step] ?? 0), 0);
    if (sum > max) [best, max] = [i, sum];
  }
  return best < 0 ? brainAt : (best + 0.5) / bins;
}
