import type { EngineContext } from '@second-read/core/analysis/engine';
import { above } from '@second-read/core/pixels/mask-logic';
import { percentiles } from '@second-read/core/pixels/percentiles';
import { type Box, type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { type Blob, findBlobs } from './blobs.ts';
import { type NoduleRegion, regionAt } from './nodule-region.ts';
import { opacityFrom } from './opacity.ts';
import { readerShares, type Window, windowAround } from './reader-share.ts';

export interface Nodule {
  /** In the geometry of the plane that was searched. */
  readonly mask: Mask;
  readonly box: Box;
  readonly areaPx: number;
  /** 0 to 1: the readers' expected agreement on its pixels, less where they lie in an opacity. */
  readonly score: number;
}

/** Side of the window around a spot, pixels: a nodule of 3 cm fits, and the network trained on this size. */
const windowSide = 80;

/** How far, in pixels, a region may lie from the spot that raised the suspicion. */
const reach = 5;
/** Regions smaller than this are noise, pixels. */
const leastArea = 6;
/** A region of which less than this share lies in the lung is wall, heart or great vessel. */
const leastInside = 0.6;

/** Nodules of a whole slice, most likely first, each place once. */
export async function findNodules(
  given: { plane: GreyPlane; density: GreyPlane; opacity: GreyPlane; lungs: Mask },
  context: EngineContext,
): Promise<Nodule[]> {
  const { plane, density, opacity, lungs } = given;
  const opaque = above(opacity, opacityFrom);
  const blobs = findBlobs(density, lungs);
  const [fill = 0] = percentiles(plane, [0.01]);
  const windows = blobs.map((blob) => windowAround(plane, blob, { side: windowSide, fill }));
  const shares = await readerShares(
    windows.map((window) => window.plane),
    context,
  );
  const nodules = blobs.flatMap((blob, n) => {
    const share = shares[n];
    const window = windows[n];
    if (share === undefined || window === undefined) return [];
    const nodule = noduleFrom(share, { blob, window }, lungs);
    if (nodule === undefined) return [];
    return [{ ...nodule, score: nodule.score * (1 - shareWithin(opaque, nodule)) }];
  });
  return withoutRepeats(nodules.sort((a, b) => b.score - a.score));
}

/** Calls `take` with the index of every pixel of a nodule. */
function eachPixel({ mask: { width, data }, box }: Pick<Nodule, 'mask' | 'box'>, take: (i: number) => void) {
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let i = y * width + box.x; i < y * width + box.x + box.width; i++) if (data[i] !== 0) take(i);
  }
}

function shareWithin(other: Mask, nodule: Pick<Nodule, 'mask' | 'box' | 'areaPx'>): number {
  let within = 0;
  eachPixel(nodule, (i) => {
    within += other.data[i] ?? 0;
  });
  return within / Math.max(1, nodule.areaPx);
}

function noduleFrom(
  share: GreyPlane,
  { blob, window }: { blob: Blob; window: Window },
  lungs: Mask,
): Nodule | undefined {
  const at = { x: blob.x - window.origin.x, y: blob.y - window.origin.y };
  const region = regionAt(share, at, reach);
  const placed = region === undefined ? undefined : place(region, window.origin, lungs);
  return region === undefined || placed === undefined ? undefined : { ...placed, score: region.certainty };
}

/** The part of the region inside the lungs, in the geometry of the slice; undefined where that is too little. */
function place(region: NoduleRegion, origin: { x: number; y: number }, lungs: Mask) {
  const out = mask(lungs.width, lungs.height);
  let [whole, areaPx] = [0, 0];
  let [left, right, top, bottom] = [lungs.width, -1, lungs.height, -1];
  for (let y = 0; y < windowSide; y++) {
    const py = y + origin.y;
    for (let x = 0; x < windowSide; x++) {
      const px = x + origin.x;
      if (region.mask.data[y * windowSide + x] === 0) continue;
      whole++;
      if (px < 0 || px >= lungs.width || py < 0 || py >= lungs.height) continue;
      const i = py * lungs.width + px;
      if (lungs.data[i] === 0) continue;
      out.data[i] = 1;
      areaPx++;
      [left, right] = [Math.min(left, px), Math.max(right, px)];
      [top, bottom] = [Math.min(top, py), Math.max(bottom, py)];
    }
  }
  if (areaPx < Math.max(leastArea, leastInside * whole)) return undefined;
  const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  return { mask: out, box, areaPx };
}

/** Two spots that lead to overlapping regions are one nodule. */
function withoutRepeats(nodules: readonly Nodule[]): Nodule[] {
  const taken = new Uint8Array(nodules[0]?.mask.data.length ?? 0);
  return nodules.filter((nodule) => {
    let overlaps = false;
    eachPixel(nodule, (i) => {
      overlaps ||= taken[i] === 1;
    });
    if (overlaps) return false;
    eachPixel(nodule, (i) => {
      taken[i] = 1;
    });
    return true;
  });
}
