import type { EngineContext } from '@second-read/core/analysis/engine';
import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type Box, type GreyPlane, mask } from '@second-read/core/pixels/plane';
import { boundsOf } from '@second-read/core/pixels/regions/bounds';
import { above, area, intersection } from '@second-read/core/pixels/regions/mask-logic';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import { opacityFrom } from '../opacity/opacity.ts';
import { likelyFrom } from '../operating-point.ts';
import { amongOpacities, shifted } from './among-opacities.ts';
import { isOfPatient } from './foreign.ts';
import { joinedTo, massesAtLungs } from './masses.ts';
import { type Nodule, nearLungs, type Searched } from './nodule.ts';
import { regionAt, softRegionAt } from './nodule-region.ts';
import { readerShares, windowAround } from './reader-share.ts';
import { eachPixel, meanOf, shareWithin } from './region-share.ts';
import { spotProbabilities } from './spot-probability.ts';
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
/** A spot at the lungs. */
export interface PlacedSpot extends Spot {
  /** What the opacities of the lungs add to the logit of its probability: none or less. */
  readonly shift: number;
}

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
  const spots = (await findSpots(given, context)).filter(isPlaced);
  const [lungArea, opaqueArea] = [area(given.lungs), area(opaque)];
  return spots.map((spot) => ({
    ...spot,
    shift: amongOpacities({
      within: meanOf(given.opacity, spot),
      others: (opaqueArea - shareWithin(opaque, spot) * spot.areaPx) / lungArea,
      widthPx: Math.max(spot.box.width, spot.box.height),
    }),
  }));
}

/** Nodules and masses of a whole slice, most likely first, each place once. */
export async function findNodules(given: Searched, context: EngineContext): Promise<Nodule[]> {
  const spots = await spotsAtLungs(given, context);
  const probabilities = await spotProbabilities(spots, context);
  const mayBeVessel = ({ box }: Spot) =>
    given.areLungsBlack && Math.max(box.width, box.height) < smallBlack.below;
  const scored = spots.map((spot, n) => ({
    ...spot,
    score: shifted(probabilities[n] ?? 0, spot.shift) * (mayBeVessel(spot) ? smallBlack.share : 1),
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
