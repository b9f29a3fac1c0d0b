import type { GreyPlane } from '@second-read/core/pixels/plane';
import { histogram } from '@second-read/core/pixels/values/histogram';
import { otsu } from '@second-read/core/pixels/values/otsu';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import type { GateView } from './reduced-colour.ts';

const bins = 256;
/** Bins at either end may hold what a window cut off. */
const cutOff = 3;
/** Smoothing of the histogram, bins either side. */
const smoothing = 2;
/**
 * Of the way from air to soft tissue, some 1000 HU: shown from 40 HU beneath soft tissue to 200 HU above, as
 * a brain window shows a head.
 */
const shown = { below: 0.04, above: 0.2 };

/**
 * The same CT in a window around its soft tissue, whatever window it was published in. A head in a chest's
 * window is one white area; here its bone and brain show.
 */
export function softTissueView(view: GateView): GateView {
  const soft = commonestBright(view.grey);
  const [air = 0] = percentiles(view.grey, [0.01]);
  const min = soft - shown.below * (soft - air);
  const span = Math.max((shown.below + shown.above) * (soft - air), 1e-6);
  const data = view.grey.data.map((value) => Math.min(Math.max((value - min) / span, 0), 1) * 255);
  const { colour: _, ...grey } = view;
  return { ...grey, grey: { ...view.grey, data }, quantity: 'relative', bitsStored: 8 };
}

/** The most frequent value of the brighter class. */
function commonestBright(plane: GreyPlane): number {
  const { counts, min, binWidth } = histogram(plane, bins);
  const kept = counts.map((count, bin) => (bin < cutOff || bin >= bins - cutOff ? 0 : count));
  const around = (bin: number) =>
    kept.subarray(Math.max(0, bin - smoothing), bin + smoothing + 1).reduce((sum, count) => sum + count, 0);
  const first = Math.max(0, Math.floor((otsu(plane, { bins }) - min) / binWidth) - 1);
  let best = first;
  for (let bin = first; bin < bins; bin++) if (around(bin) > around(best)) best = bin;
  return min + (best + 0.5) * binWidth;
}
