import { boundsOf } from '@second-read/core/pixels/bounds';
import { crop } from '@second-read/core/pixels/crop';
import { gaussianBlur } from '@second-read/core/pixels/gaussian-blur';
import { localMaxima } from '@second-read/core/pixels/local-maxima';
import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import { resizeArea } from '@second-read/core/pixels/resize-area';
import { subtract } from '@second-read/core/pixels/subtract';

export interface Blob {
  readonly x: number;
  readonly y: number;
  /** Scale of the strongest response, pixels; a disc of radius r answers most at about r / 1.2. */
  readonly sigma: number;
  readonly response: number;
}

/** Discs of about 4 to 27 pixels across. The wide ones are sought at half size, where they look the same. */
const fineSigmas = [1.6, 2.5] as const;
const coarseSigmas = [4, 6.4, 10] as const;
/** Ratio of the two blurs of a difference of Gaussians. */
const ratio = 1.6;
const leastResponse = 0.05;
const mostBlobs = 20;

/** Bright round spots inside the lungs, strongest first. Outside the lungs counts as lung: walls do not answer. */
export function findBlobs(density: GreyPlane, lungs: Mask): Blob[] {
  const box = boundsOf(lungs, 8);
  if (box === undefined) return [];
  const inside = insideOnly(crop(density, box), crop(lungs, box));
  const half = resizeArea(inside, Math.ceil(box.width / 2), Math.ceil(box.height / 2));
  const found = [
    ...fineSigmas.flatMap((sigma) => peaksAt(inside, sigma, 1)),
    ...coarseSigmas.flatMap((sigma) => peaksAt(half, sigma, 2)),
  ]
    .map((blob) => ({ ...blob, x: blob.x + box.x, y: blob.y + box.y }))
    .filter((blob) => lungs.data[blob.y * lungs.width + blob.x] === 1);
  return withoutNeighbours(found.sort((a, b) => b.response - a.response)).slice(0, mostBlobs);
}

function insideOnly(density: GreyPlane, lungs: Mask): GreyPlane {
  const inside = greyPlane(density.width, density.height);
  for (let i = 0; i < inside.data.length; i++) {
    inside.data[i] = lungs.data[i] === 0 ? 0 : Math.max(0, density.data[i] ?? 0);
  }
  return inside;
}

/** Peaks of one scale; `reduced` is how many pixels of the lungs one of the plane stands for. */
function peaksAt(plane: GreyPlane, sigma: number, reduced: number): Blob[] {
  const scale = sigma / reduced;
  const response = subtract(gaussianBlur(plane, scale), gaussianBlur(plane, scale * ratio));
  return localMaxima(response, Math.ceil(scale), leastResponse).map((peak) => ({
    x: Math.floor((peak.x + 0.5) * reduced),
    y: Math.floor((peak.y + 0.5) * reduced),
    sigma,
    response: peak.value,
  }));
}

/** Keeps the strongest of several answers to the same spot. */
function withoutNeighbours(blobs: readonly Blob[]): Blob[] {
  const kept: Blob[] = [];
  for (const blob of blobs) {
    const near = kept.some(
      (other) => Math.hypot(blob.x - other.x, blob.y - other.y) < 1.5 * Math.max(blob.sigma, other.sigma),
    );
    if (!near) kept.push(blob);
  }
  return kept;
}
