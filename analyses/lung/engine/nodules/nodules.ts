import type { EngineContext } from '@second-read/core/analysis/engine';
import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type Box, type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { boundsOf } from '@second-read/core/pixels/regions/bounds';
import { above, area, intersection } from '@second-read/core/pixels/regions/mask-logic';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import { opacityFrom } from '../opacity/opacity.ts';
import { opacityProbability, opacityReportFrom } from '../opacity/opacity-probability.ts';
import { likelyFrom } from '../operating-point.ts';
import { asBothScalesSee } from './both-scales.ts';
import { isOfPatient } from './foreign.ts';
import { joinedTo, massesAtLungs } from './masses.ts';
import { type Nodule, nearLungs, type Searched } from './nodule.ts';
import { regionAt, softRegionAt } from './nodule-region.ts';
import { readerShares, windowAround } from './reader-share.ts';
import { eachPixel, shareWithin } from './region-share.ts';
import { clearOf, spotProbabilities } from './spot-probability.ts';
import { findSpots, type Spot } from './spots.ts';

/**
 * Side of the window in which a nodule is outlined, pixels: 3 cm fit, and the network trained on this size.
 */
const windowSide = 80;
/** Spots up to this wide, pixels, are outlined in such a window; wider ones keep their region. */
const maxOutlined = 48;
/** How far, in pixels, a region may lie from the middle of its spot. */
const reach = 5;
/** A picture enlarged by more than a tenth was resampled before: its edges are soft. */
const enlargedBelow = 0.9;
/** A spot at the lungs, and how much of it lies in an opacity that goes beyond it. */
export interface PlacedSpot extends Spot {
  /** 0 to 1; 0 where the lungs have no opacities but the spot's own. */
  readonly opaqueShare: number;
}

/**
 * Share of the lungs that other opacities take in an otherwise clear lung: a round spot there is a nodule,
 * also where the network sees an opacity in it. Of 75 nodules of LUNA16 58 are named without the opacities
 * of the lungs, 54 where any reported opacity counts.
 */
const clearBelow = 0.03;

/**
 * Where a window shows the lungs black, the networks take shoulder, rib and sternum beside them for nodules.
 */
const minWithinBlack = 0.5;
/**
 * There a vessel across the slice looks like a small nodule, narrower than this, pixels: of those that the
 * network is sure of about two in five are nodules.
 */
const smallBlack = { below: 10, share: 0.4 };

/**
 * Spots at most `nearLungs` from the lungs; in windows that show these black, within them. None where there
 * are no lungs.
 */
export async function spotsAtLungs(
  given: Searched,
  context: Pick<EngineContext, 'infer'>,
): Promise<PlacedSpot[]> {
  if (area(given.lungs) === 0) return [];
  const opaque = intersection(above(given.opacity, opacityFrom), given.lungs);
  const around = dilate(given.lungs, disc(nearLungs));
  const isPlaced = (spot: Spot) =>
    isOfPatient(spot, given.foreign) &&
    (given.areLungsBlack ? shareWithin(given.lungs, spot) >= minWithinBlack : shareWithin(around, spot) > 0);
  const spots = await findSpots(given, context);
  const [lungArea, opaqueArea] = [area(given.lungs), area(opaque)];
  return spots.filter(isPlaced).map((spot) => {
    const others = (opaqueArea - areaAround(opaque, spot.box)) / lungArea;
    return { ...spot, opaqueShare: others < clearBelow ? 0 : shareWithin(opaque, spot) };
  });
}

/** Pixels of a region within a box and half its size around it: a subsolid nodule is its own opacity. */
function areaAround({ width, height, data }: Mask, box: Box): number {
  const [dx, dy] = [Math.ceil(box.width / 2), Math.ceil(box.height / 2)];
  let count = 0;
  for (let y = Math.max(0, box.y - dy); y < Math.min(height, box.y + box.height + dy); y++) {
    for (let x = Math.max(0, box.x - dx); x < Math.min(width, box.x + box.width + dx); x++)
      count += data[y * width + x] ?? 0;
  }
  return count;
}

/** Whether the lungs have opacities that a report names. */
function haveOpacities({ opacity, lungs }: Searched): boolean {
  const share = area(intersection(above(opacity, opacityFrom), lungs)) / Math.max(1, area(lungs));
  return opacityProbability({ share }) >= opacityReportFrom;
}

/** Nodules and masses of a whole slice, most likely first, each place once. */
export async function findNodules(given: Searched, context: EngineContext): Promise<Nodule[]> {
  const spots = await spotsAtLungs(given, context);
  const alone = await spotProbabilities(spots, context);
  const probabilities = haveOpacities(given) ? asBothScalesSee(spots, alone) : alone;
  const mayBeVessel = ({ box }: Spot) =>
    given.areLungsBlack && Math.max(box.width, box.height) < smallBlack.below;
  const scored = spots.map((spot, n) => ({
    ...spot,
    score: (probabilities[n] ?? 0) * clearOf(spot.opaqueShare) * (mayBeVessel(spot) ? smallBlack.share : 1),
  }));
  const all = joinedTo(massesAtLungs(given), scored);
  return outlined(withoutRepeats(all.sort((a, b) => b.score - a.score)), given, context);
}

/**
 * What is likely gets the outline of the nodule network where it fits; the others keep the region of their
 * spot.
 */
async function outlined(
  spots: readonly Nodule[],
  { plane, scale }: Searched,
  context: EngineContext,
): Promise<Nodule[]> {
  const findRegion = scale < enlargedBelow ? softRegionAt : regionAt;
  const isSmall = ({ score, box }: Nodule) =>
    score >= likelyFrom && Math.max(box.width, box.height) <= maxOutlined;
  const [fill = 0] = percentiles(plane, [0.01]);
  const windows = spots.filter(isSmall).map((spot) => ({
    spot,
    ...windowAround(plane, middleOf(spot.box), { side: windowSide, fill }),
  }));
  const shares = await readerShares(
    windows.map((window) => window.plane),
    context,
  );
  const outlines = new Map(
    windows.map(({ spot, corner }, n) => [spot, outlineOf(spot, shares[n], { corner, findRegion })] as const),
  );
  return spots.map((spot) => {
    const { mask: region, box, areaPx, score, isMass = false } = spot;
    return { mask: region, box, areaPx, ...outlines.get(spot), score, isMass };
  });
}

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

function outlineOf(
  spot: Nodule,
  share: GreyPlane | undefined,
  { corner, findRegion }: { corner: { x: number; y: number }; findRegion: typeof regionAt },
) {
  const middle = middleOf(spot.box);
  const at = { x: middle.x - corner.x, y: middle.y - corner.y };
  const region = share === undefined ? undefined : findRegion(share, at, reach);
  if (region === undefined) return undefined;
  const out = mask(spot.mask.width, spot.mask.height);
  for (let y = 0; y < windowSide; y++) {
    const py = y + corner.y;
    for (let x = 0; x < windowSide; x++) {
      const px = x + corner.x;
      if (region.mask.data[y * windowSide + x] === 0) continue;
      if (px >= 0 && px < out.width && py >= 0 && py < out.height) out.data[py * out.width + px] = 1;
    }
  }
  const box = boundsOf(out, 0);
  return box === undefined ? undefined : { mask: out, box, areaPx: area(out) };
}

/** Two overlapping regions are one nodule: the likelier. */
function withoutRepeats<T extends Nodule>(nodules: readonly T[]): T[] {
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
