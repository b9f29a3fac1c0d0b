import { componentMask } from '@second-read/core/pixels/component-mask';
import { type Component, connectedComponents } from '@second-read/core/pixels/connected-components';
import { above } from '@second-read/core/pixels/mask-logic';
import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';

/**
 * From this share on a pixel belongs to the nodule; where the network is unsure of the whole nodule, from
 * the same part of its highest share nearby. Chosen on held-out crops for Dice against two of four readers.
 */
const shareThreshold = 0.4;
const partOfPeak = 0.4;
const minThreshold = 0.04;
/** How far from the place the highest share is sought, pixels. */
const peakReach = 6;

/** One nodule in a window: its mask and how sure the readers would be. */
export interface NoduleRegion {
  readonly mask: Mask;
  /** Mean share of readers inside. */
  readonly certainty: number;
}

/** The region nearest to a place, at most `reach` pixels away; undefined where there is none. */
export function regionAt(
  share: GreyPlane,
  at: { readonly x: number; readonly y: number },
  reach: number,
): NoduleRegion | undefined {
  const threshold = Math.min(shareThreshold, Math.max(minThreshold, partOfPeak * peakNear(share, at, reach)));
  const components = connectedComponents(above(share, threshold));
  let best: { part: Component; distance: number } | undefined;
  for (const part of components.components) {
    const distance = distanceTo(components.labels, part, at);
    if (distance <= reach && (best === undefined || distance < best.distance)) best = { part, distance };
  }
  if (best === undefined) return undefined;
  const region = fillHoles(componentMask(components, best.part.label));
  let sum = 0;
  let count = 0;
  for (let i = 0; i < region.data.length; i++) {
    if (region.data[i] === 0) continue;
    sum += share.data[i] ?? 0;
    count++;
  }
  return { mask: region, certainty: sum / count };
}

function peakNear(share: GreyPlane, at: { readonly x: number; readonly y: number }, reach: number): number {
  const radius = Math.max(peakReach, reach);
  let peak = 0;
  for (let y = Math.max(0, Math.ceil(at.y - radius)); y <= Math.min(share.height - 1, at.y + radius); y++) {
    for (let x = Math.max(0, Math.ceil(at.x - radius)); x <= Math.min(share.width - 1, at.x + radius); x++) {
      if (Math.hypot(x - at.x, y - at.y) > radius) continue;
      peak = Math.max(peak, share.data[y * share.width + x] ?? 0);
    }
  }
  return peak;
}

function distanceTo(
  labels: { width: number; data: Int32Array },
  { label, box }: Component,
  at: { readonly x: number; readonly y: number },
): number {
  let least = Number.POSITIVE_INFINITY;
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      if (labels.data[y * labels.width + x] === label)
        least = Math.min(least, Math.hypot(x - at.x, y - at.y));
    }
  }
  return least;
}
