import { fillHoles } from '@second-read/core/pixels/morphology/fill-holes';
import { opening } from '@second-read/core/pixels/morphology/opening';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { componentMask } from '@second-read/core/pixels/regions/component-mask';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { above } from '@second-read/core/pixels/regions/mask-logic';
import { resize, resizeLongestSide } from '@second-read/core/pixels/sampling/resize';
import { type Affine, warpAffine } from '@second-read/core/pixels/sampling/warp-affine';
import { symmetryAxis } from './symmetry.ts';

/** Side of the canvas in which a head stands upright, pixels. */
export const canvasSide = 256;

/** The head upright: its ideal midline is the middle column of the canvas, its face up. */
export interface UprightHead {
  /** 0 black to 1 white, `canvasSide` square. */
  readonly grey: GreyPlane;
  /** Canvas pixel → study pixel. */
  readonly toStudy: Affine;
  /** Study pixels per canvas pixel. */
  readonly scale: number;
  /** How far the head was turned, radians, clockwise on screen. */
  readonly turn: number;
}

/** The head is sought at this size; finer detail does not move its axis. */
const searchSide = 160;

/**
 * Scalp and brain are brighter than this in every usual window; air, table and cushion are not, or are thin.
 */
const tissueFrom = 0.12;

/** How much of the canvas the head fills. */
const filling = 0.94;

/**
 * Turns, centres and scales the head, sought in `sought`; undefined where there is no closed body of tissue.
 * `isUpright`: the file says which way is up.
 */
export function turnUpright(
  shown: GreyPlane,
  sought = shown,
  { isUpright = false } = {},
): UprightHead | undefined {
  const small = resizeLongestSide(sought, searchSide);
  const head = headMask(small);
  if (head === undefined) return undefined;
  const axis = symmetryAxis(small, head, { isUpright });
  const extent = extentAlong(head, axis);
  const shrink = shown.width / small.width;
  const scale =
    (Math.max(2 * extent.halfWidth, extent.bottom - extent.top) / (filling * canvasSide)) * shrink;
  const [cos, sin] = [Math.cos(axis.turn), Math.sin(axis.turn)];
  const middle = (extent.top + extent.bottom) / 2;
  // Study place of the canvas centre: on the axis, halfway between the head's ends.
  const centreX = (axis.x - sin * middle + 0.5) * shrink - 0.5;
  const centreY = (axis.y + cos * middle + 0.5) * shrink - 0.5;
  const half = (canvasSide - 1) / 2;
  const [a, b, d, e] = [cos * scale, -sin * scale, sin * scale, cos * scale];
  const toStudy = { a, b, c: centreX - (a + b) * half, d, e, f: centreY - (d + e) * half };
  return { grey: onCanvas(shown, { toStudy, scale }), toStudy, scale, turn: axis.turn };
}

/** The largest closed body of tissue that is not the table; at least 1 % of the picture. */
export function headMask(small: GreyPlane): Mask | undefined {
  const tissue = opening(fillHoles(opening(above(small, tissueFrom), disc(1))), disc(3));
  const components = connectedComponents(tissue);
  const largest = components.components.reduce(
    (best, component) => (component.area > (best?.area ?? 0) ? component : best),
    components.components[0],
  );
  if (largest === undefined || largest.area < 0.01 * small.data.length) return undefined;
  return fillHoles(componentMask(components, largest.label));
}

/**
 * A slice of study size on the canvas; one much finer than it is averaged first, so that sampling does not
 * alias.
 */
export function onCanvas(
  shown: GreyPlane,
  { toStudy: map, scale }: Pick<UprightHead, 'toStudy' | 'scale'>,
): GreyPlane {
  const canvas = { width: canvasSide, height: canvasSide, fill: 0 };
  if (scale <= 1.5) return warpAffine(shown, map, canvas);
  const smaller = resize(shown, Math.ceil(shown.width / scale), Math.ceil(shown.height / scale));
  const [sx, sy] = [smaller.width / shown.width, smaller.height / shown.height];
  const [a, b, c] = [map.a * sx, map.b * sx, (map.c + 0.5) * sx - 0.5];
  const [d, e, f] = [map.d * sy, map.e * sy, (map.f + 0.5) * sy - 0.5];
  return warpAffine(smaller, { a, b, c, d, e, f }, canvas);
}

interface Axis {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}

/** How far the head reaches beside and along its axis, in pixels of the search size. */
function extentAlong(head: Mask, axis: Axis) {
  const [cos, sin] = [Math.cos(axis.turn), Math.sin(axis.turn)];
  let [halfWidth, top, bottom] = [0, 0, 0];
  for (let y = 0; y < head.height; y++) {
    for (let x = 0; x < head.width; x++) {
      if (head.data[y * head.width + x] === 0) continue;
      const [dx, dy] = [x - axis.x, y - axis.y];
      const beside = Math.abs(cos * dx + sin * dy);
      const along = -sin * dx + cos * dy;
      if (beside > halfWidth) halfWidth = beside;
      if (along < top) top = along;
      if (along > bottom) bottom = along;
    }
  }
  return { halfWidth, top, bottom };
}
