import { closing } from '@second-read/core/pixels/morphology/closing';
import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { erode } from '@second-read/core/pixels/morphology/erode';
import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import { type Mask, mask } from '@second-read/core/pixels/plane';
import { boundsOf } from '@second-read/core/pixels/regions/bounds';
import { componentMask, keepComponents } from '@second-read/core/pixels/regions/component-mask';
import {
  type Component,
  type Components,
  connectedComponents,
} from '@second-read/core/pixels/regions/connected-components';
import { distanceTransform } from '@second-read/core/pixels/regions/distance-transform';
import { area, difference, union } from '@second-read/core/pixels/regions/mask-logic';
import { crop } from '@second-read/core/pixels/sampling/crop';
import { pad } from '@second-read/core/pixels/sampling/pad';
import type { Air } from './air.ts';
import { bodySpan } from './body-span.ts';

/** Which way up the slice lies; anything but `upright` makes the naming of sides uncertain. */
export type Pose = 'upright' | 'turned';

export interface Lungs {
  /** The patient's left and right: the left lung is on the picture's right. */
  readonly left: Mask;
  readonly right: Mask;
  readonly pose: Pose;
}

/** Radius, at 512 pixels, of the closing that takes vessels and nodules at the wall back into the lung. */
const closingRadius = 13;

/**
 * Both lungs of an axial slice, from the parts of the picture that are lung; empty masks where there is none.
 * `isUpright`: the file says so, whatever the lungs look like.
 */
export function findLungs(air: Air, airways: Mask, found: Mask, { isUpright = false } = {}): Lungs {
  const { width, height } = found;
  const parts = splitJoined(found, width);
  const pose = isUpright ? 'upright' : poseOf(parts, air.body);
  const centre = middleOf(parts, air, pose);
  const across = pose === 'upright' ? ('x' as const) : ('y' as const);
  const isRight = ({ centroid }: Component): boolean => centroid[across] < centre;
  const radius = Math.max(2, Math.round((closingRadius * Math.max(width, height)) / 512));
  const walls = dilate(airways, disc(Math.max(1, Math.round(radius / 3))));
  const lungOf = (side: Mask): Mask =>
    union(difference(side, airways), difference(closeGaps(side, radius), walls));
  const right = lungOf(keepComponents(parts, isRight));
  const left = lungOf(keepComponents(parts, (part) => !isRight(part)));
  return { left: difference(left, right), right, pose };
}

/** Lungs that touch in front of the heart are cut where erosion first parts them. */
function splitJoined(lungs: Mask, pictureWidth: number): Components {
  const whole = connectedComponents(lungs, 4);
  const widest = whole.components.reduce<Component | undefined>(
    (best, part) => (best === undefined || part.area > best.area ? part : best),
    undefined,
  );
  if (widest === undefined || widest.box.width < 0.5 * pictureWidth) return whole;
  const joined = componentMask(whole, widest.label);
  for (const radius of [1, 2, 3, 5, 7, 10]) {
    const cores = connectedComponents(erode(joined, disc(radius)), 4);
    const [first, second] = [...cores.components].sort((a, b) => b.area - a.area);
    if (first === undefined || second === undefined || second.area < 0.2 * first.area) continue;
    const near = nearerTo(joined, componentMask(cores, first.label), componentMask(cores, second.label));
    return connectedComponents(union(difference(lungs, joined), separated(joined, near)), 4);
  }
  return whole;
}

/** 1 where a pixel of `joined` is nearer to `first` than to `second`. */
function nearerTo(joined: Mask, first: Mask, second: Mask): Mask {
  const outsideOf = (core: Mask): Mask => ({ ...core, data: core.data.map((value) => 1 - value) });
  const toFirst = distanceTransform(outsideOf(first));
  const toSecond = distanceTransform(outsideOf(second));
  const out = mask(joined.width, joined.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = joined.data[i] !== 0 && (toFirst.data[i] ?? 0) <= (toSecond.data[i] ?? 0) ? 1 : 0;
  }
  return out;
}

/** Takes the seam between both halves out, so that they are two components over 4 neighbours. */
function separated(joined: Mask, near: Mask): Mask {
  const { width } = joined;
  const out = { ...joined, data: joined.data.slice() };
  for (let i = 0; i < out.data.length; i++) {
    if (joined.data[i] === 0 || near.data[i] === 0) continue;
    const meets = [i - 1, i + 1, i - width, i + width].some(
      (n) => joined.data[n] === 1 && near.data[n] === 0,
    );
    if (meets) out.data[i] = 0;
  }
  return out;
}

function twoLargest(parts: Components): Component[] {
  return [...parts.components].sort((a, b) => b.area - a.area).slice(0, 2);
}

/** A body this much wider than tall is no turned one; those are at most about as wide as tall. */
const wideFrom = 1.15;

/** Lungs one above the other mean a picture turned by 90 degrees, but for slivers in a wide body. */
function poseOf(parts: Components, body: Mask): Pose {
  const { width, height } = boundsOf(body, 0) ?? body;
  if (width > wideFrom * height) return 'upright';
  const [first, second] = twoLargest(parts);
  if (first === undefined || second === undefined || second.area < 0.3 * first.area) return 'upright';
  const dx = Math.abs(first.centroid.x - second.centroid.x);
  const dy = Math.abs(first.centroid.y - second.centroid.y);
  return dy > 1.3 * dx ? 'turned' : 'upright';
}

/** The line between the lungs, along the axis on which they lie beside each other. */
function middleOf(parts: Components, air: Air, pose: Pose): number {
  const axis = pose === 'upright' ? 'x' : 'y';
  const [first, second] = twoLargest(parts);
  if (first !== undefined && second !== undefined && second.area >= 0.15 * first.area) {
    const apart = Math.abs(first.centroid[axis] - second.centroid[axis]);
    if (apart > 0.15 * air.outside.width) return (first.centroid[axis] + second.centroid[axis]) / 2;
  }
  return pose === 'upright' ? bodySpan(air).centre : air.outside.height / 2;
}

/** Closing on a padded plane, so that the border of the picture is no wall; then holes are filled. */
function closeGaps(lung: Mask, radius: number): Mask {
  if (area(lung) === 0) return lung;
  const margins = { left: radius, right: radius, top: radius, bottom: radius };
  const closed = closing(pad(lung, margins), disc(radius));
  const box = { x: radius, y: radius, width: lung.width, height: lung.height };
  return fillHoles(crop(closed, box));
}
