import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { componentMask } from '@second-read/core/pixels/regions/component-mask';
import { type Component, connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { above, area as areaOf } from '@second-read/core/pixels/regions/mask-logic';
import { opacityFrom } from '../opacity/opacity.ts';
import { likelyFrom } from '../operating-point.ts';
import { isOfPatient } from './foreign.ts';
import { type Nodule, nearLungs, type Searched } from './nodule.ts';
import { meanOf, shareWithin } from './region-share.ts';

/** From this value of the network on a pixel belongs to a mass. */
const massFrom = 0.4;
/** Narrower regions, pixels at 512, are left to the spots: a disc of this diameter. */
const minDiameter = 26;
/**
 * The mean of the network in a region as a probability: even at 0.75, from which on, of sources it never saw,
 * nearly all regions are true; see README.
 */
const slope = 25;
const even = 0.75;
/**
 * The same in windows that show air black, whose decoder is a little less sure: 2 false ones on 119 slices.
 */
const evenWhereBlack = 0.7;

/** Regions that the network which sees the whole slice takes for a mass, with their whole extent. */
export function findMasses(map: GreyPlane, isAirBlack = false): Nodule[] {
  const middle = isAirBlack ? evenWhereBlack : even;
  const components = connectedComponents(above(map, massFrom), 4);
  const minArea = (Math.PI / 4) * (minDiameter * (Math.max(map.width, map.height) / 512)) ** 2;
  return components.components
    .filter(({ area }) => area >= minArea)
    .map((part: Component) => {
      const region = { mask: componentMask(components, part.label), box: part.box, areaPx: part.area };
      return { ...region, isMass: true, score: 1 / (1 + Math.exp(-slope * (meanOf(map, region) - middle))) };
    });
}

/** A mass reaches the lungs with this share of its area, or it is one of something else. */
const minNearLungs = 0.1;
/** Of the picture: with less lung, as at the apex, shoulder and neck look like masses to the network. */
const minLungs = 0.04;

/** Masses at the lungs, less likely where they lie in an opacity. */
export function massesAtLungs({ mass, lungs, foreign, opacity, isAirBlack }: Searched): Nodule[] {
  if (areaOf(lungs) < minLungs * lungs.data.length) return [];
  const opaque = above(opacity, opacityFrom);
  const around = dilate(lungs, disc(nearLungs));
  return findMasses(mass, isAirBlack)
    .filter((one) => isOfPatient(one, foreign) && shareWithin(around, one) >= minNearLungs)
    .map((one) => ({ ...one, score: one.score * (1 - shareWithin(opaque, one)) }));
}

/**
 * A spot that lies in a likely mass is part of it: the mass has the higher score of the two. In an
 * unlikely one the spot keeps its own region.
 */
export function joinedTo<T extends Nodule>(masses: readonly Nodule[], spots: readonly T[]): (T | Nodule)[] {
  const likely = masses.filter(({ score }) => score >= likelyFrom);
  const within = (mass: Nodule, spot: Nodule) => shareWithin(mass.mask, spot) >= 0.5;
  const whole = likely.map((mass) => ({
    ...mass,
    score: spots
      .filter((spot) => within(mass, spot))
      .reduce((most, { score }) => Math.max(most, score), mass.score),
  }));
  const free = spots.filter((spot) => !likely.some((mass) => within(mass, spot)));
  return [...whole, ...masses.filter((mass) => !likely.includes(mass)), ...free];
}
