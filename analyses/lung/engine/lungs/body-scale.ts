import { applyWindow } from '@second-read/core/pixels/color/apply-window';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { approximatePercentiles } from '@second-read/core/pixels/values/percentiles';

/** Hounsfield units are read in the usual lung window. */
const lungWindow = { min: -1350, max: 150 };

/**
 * The part of a slice that holds the body, 1st to 99th percentile at -1 to 1, cut at `reach` either side. The
 * training does the same: `training/lung/opacity/data.py`, `training/lung/joint/spots`.
 */
export function bodyScaled(part: GreyPlane, quantity: 'hounsfield' | 'relative', reach: number): GreyPlane {
  const grey =
    quantity === 'hounsfield'
      ? { ...part, data: new Float32Array(applyWindow(part, lungWindow).data) }
      : part;
  const [low = 0, high = 1] = approximatePercentiles(grey, [0.01, 0.99]);
  const span = Math.max(high - low, 1);
  const data = new Float32Array(grey.data.length);
  for (let i = 0; i < data.length; i++) {
    data[i] = Math.min(Math.max((((grey.data[i] ?? 0) - low) / span) * 2 - 1, -reach), reach);
  }
  return { ...grey, data };
}
