import type { EngineContext } from '@second-read/core/analysis/engine';
import { connectedComponents } from '@second-read/core/pixels/connected-components';
import { above, area, intersection } from '@second-read/core/pixels/mask-logic';
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
    return [{ ...nodule, score: nodule.score * (1 - shareWithin(opaque, nodule.mask)) }];
  });
  return withoutRepeats(nodules.sort((a, b) => b.score - a.score));
}

function shareWithin(other: Mask, region: Mask): number {
  return area(intersection(other, region)) / Math.max(1, area(region));
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

/** The part of the region inside the lungs, in the geometry of the slice. */
function place(region: NoduleRegion, origin: { x: number; y: number }, lungs: Mask) {
  const out = mask(lungs.width, lungs.height);
  for (let y = 0; y < windowSide; y++) {
    const py = y + origin.y;
    if (py < 0 || py >= lungs.height) continue;
    for (let x = 0; x < windowSide; x++) {
      const px = x + origin.x;
      if (px < 0 || px >= lungs.width || region.mask.data[y * windowSide + x] === 0) continue;
      const i = py * lungs.width + px;
      if (lungs.data[i] !== 0) out.data[i] = 1;
    }
  }
  const areaPx = area(out);
  const box = connectedComponents(out).components[0]?.box;
  return areaPx < leastArea || box === undefined ? undefined : { mask: out, box, areaPx };
}

/** Two spots that lead to overlapping regions are one nodule. */
function withoutRepeats(nodules: readonly Nodule[]): Nodule[] {
  const taken = new Uint8Array(nodules[0]?.mask.data.length ?? 0);
  return nodules.filter((nodule) => {
    const overlaps = nodule.mask.data.some((value, i) => value !== 0 && taken[i] === 1);
    if (overlaps) return false;
    for (let i = 0; i < taken.length; i++) if (nodule.mask.data[i] !== 0) taken[i] = 1;
    return true;
  });
}
