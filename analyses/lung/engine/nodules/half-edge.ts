import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import type { Box, GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { largestComponent } from '@second-read/core/pixels/regions/component-mask';
import { area, difference } from '@second-read/core/pixels/regions/mask-logic';
import { clampBox, crop } from '@second-read/core/pixels/sampling/crop';
import { percentiles } from '@second-read/core/pixels/values/percentiles';

/** The lung around a nodule is looked for this far from it, pixels. */
const around = 5;
/** Of the ring about a nodule the darker part is lung, the rest vessels and wall. */
const lungShare = 0.25;
/** An outline that would lose more than this has no lung about it: it stays. */
const maxLost = 0.5;

/** A nodule within its half-way edge. */
interface HalfEdge {
  readonly mask: Mask;
  /**
   * How much denser it is than the lung around it: less on a slice that it fills by a part; null where no
   * lung is around it.
   */
  readonly contrast: number | null;
}

/**
 * A solid nodule within the edge half way between its own density and that of the lung around it, where
 * pixels hold as much of the one as of the other: networks and readers outline half a pixel outside.
 */
export function withinHalfEdge(density: GreyPlane, nodule: Mask, box: Box): HalfEdge {
  const room = clampBox(
    { x: box.x - around, y: box.y - around, width: box.width + 2 * around, height: box.height + 2 * around },
    nodule.width,
    nodule.height,
  );
  const [own, shown] = [crop(nodule, room), crop(density, room)];
  const ring = difference(dilate(own, disc(around - 1)), dilate(own, disc(1)));
  const [inside = 0] = percentiles(shown, [0.75], own);
  const [outside = Number.NaN] = percentiles(shown, [lungShare], ring);
  const half = (inside + outside) / 2;
  const kept = {
    ...own,
    data: own.data.map((value, i) => (value !== 0 && (shown.data[i] ?? 0) >= half ? 1 : 0)),
  };
  const one = largestComponent(kept);
  if (!(outside < inside)) return { mask: nodule, contrast: null };
  const isKept = area(one) >= (1 - maxLost) * area(own);
  return { mask: isKept ? pasted(one, room, nodule) : nodule, contrast: inside - outside };
}

function pasted(part: Mask, room: Box, { width, height }: Mask): Mask {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < room.height; y++)
    data.set(part.data.subarray(y * room.width, (y + 1) * room.width), (room.y + y) * width + room.x);
  return { width, height, data };
}
