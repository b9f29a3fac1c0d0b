import type { LabelMap, Mask } from '@second-read/core/pixels/plane';
import { flipHorizontal } from '@second-read/core/pixels/sampling/flip';
import type { Cluster } from '../calcifications/clusters.ts';
import type { WorkingImage } from '../framing/working-image.ts';
import { fillOutline, type Outline } from '../masses/outline.ts';
import { findingClass } from './views.ts';

export interface Drawn {
  readonly tissue: LabelMap;
  /** Masses as filled masks of the working image. */
  readonly masses: readonly Mask[];
  readonly clusters: readonly Cluster[];
  readonly nodes: readonly Outline[];
}

/** Radius of a drawn calcification in working pixels: large enough to point at. */
const spotRadius = 3;

/** Findings over tissue, turned as the study is, at the size of the working image. */
export function labelMap(working: WorkingImage, drawn: Drawn): LabelMap {
  const { width, height } = working.grey;
  const labels: LabelMap = { width, height, data: drawn.tissue.data.slice() };
  for (const outline of drawn.nodes) {
    stamp(labels, fillOutline(outline, { width, height, scale: 1, left: 0, top: 0 }), findingClass.axilla);
  }
  for (const mass of drawn.masses) stamp(labels, mass, findingClass.mass);
  for (const cluster of drawn.clusters) {
    for (const { x, y } of cluster.spots) dot(labels, Math.round(x), Math.round(y));
  }
  return working.mirrored ? flipHorizontal(labels) : labels;
}

function stamp(labels: LabelMap, mask: Mask, number: number): void {
  // Nothing is found outside the body.
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] !== 0 && labels.data[i] !== 0) labels.data[i] = number;
  }
}

function dot(labels: LabelMap, x: number, y: number): void {
  for (let py = y - spotRadius; py <= y + spotRadius; py++) {
    for (let px = x - spotRadius; px <= x + spotRadius; px++) {
      if (px < 0 || py < 0 || px >= labels.width || py >= labels.height) continue;
      if ((px - x) ** 2 + (py - y) ** 2 <= spotRadius ** 2) {
        labels.data[py * labels.width + px] = findingClass.calcification;
      }
    }
  }
}
