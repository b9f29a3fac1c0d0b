import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { componentMask } from '@second-read/core/pixels/regions/component-mask';
import { type Component, connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { above, intersection, union } from '@second-read/core/pixels/regions/mask-logic';

/**
 * From this share on a pixel belongs to the nodule; where the network is unsure of the whole nodule, from
 * the same part of its highest share nearby. Chosen on held-out crops for Dice against two of four readers.
 */
const shareThreshold = 0.4;
const partOfPeak = 0.4;
const minThreshold = 0.04;
/**
 * In an enlarged picture edges are soft, and the network outlines nodules 11 % too narrow there: the rim of a
 * lower share, this many pixels wide at most, belongs to the nodule too. Chosen on luna_slices of patients it
 * never saw (metrics.json, `diameters`).
 */
const softRim = { share: 0.2, width: 2 } as const;
/** How far from the place the highest share is sought, pixels. */
const peakReach = 6;

/** One nodule in a window: its mask and how sure the readers would be. */
export interface NoduleRegion {
  readonly mask: Mask;
  /** Mean share of readers inside. */
  readonly certainty: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The region nearest to a place, at most `reach` pixels away; undefined where there is none. */
export function regionAt(share: GreyPlane, at: Point, reach: number): NoduleRegion | undefined {
  return regionAbove(share, { at, reach, from: shareThreshold, partOfPeak });
}

/** As `regionAt`, for a picture that was enlarged. */
export function softRegionAt(share: GreyPlane, at: Point, reach: number): NoduleRegion | undefined {
  const core = regionAt(share, at, reach);
  const wide = regionAbove(share, { at, reach, from: softRim.share, partOfPeak: softRim.share });
  if (core === undefined || wide === undefined) return core;
  const near = dilate(core.mask, disc(softRim.width));
  return { ...core, mask: fillHoles(union(core.mask, intersection(near, wide.mask))) };
}

function regionAbove(
  share: GreyPlane,
  { at, reach, from, partOfPeak: part }: { at: Point; reach: number; from: number; partOfPeak: number },
): NoduleRegion | undefined {
  const threshold = Math.min(from, Math.max(minThreshold, part * peakNear(share, at, reach)));
  const components = connectedComponents(above(share, threshold));
  let best: { part: Component; distance: number } | undefined;
  for (const component of components.components) {
    const distance = distanceTo(components.labels, component, at);
    if (distance <= reach && (best === undefined || distance < best.distance))
      best = { part: component, distance };
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

function peakNear(share: GreyPlane, at: Point, reach: number): number {
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
  let min = Number.POSITIVE_INFINITY;
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      if (labels.data[y * labels.width + x] === label) min = Math.min(min, Math.hypot(x - at.x, y - at.y));
    }
  }
  return min;
}
