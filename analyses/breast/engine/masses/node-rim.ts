import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import type { Outline } from './outline.ts';

/** Grey is compared at these shares of the outline's radius: within the node and beyond its edge. */
const within = 0.7;
const beyond = 1.35;
/**
 * Beyond the edge lies at least this many pixels outside, or small nodes would be compared with their own
 * rim.
 */
const minBeyond = 2;
/** A node is brighter than what lies beyond by this many standard deviations of the field … */
const minFall = 0.5;
/**
 * … in at least this share of the directions seen: fibers, vessels and folds of the muscle go on on two
 * sides.
 */
const minDirections = 0.9;

/**
 * Whether a bright place falls off all around, as a node does. On MLO views of two sources that taught
 * nothing 4 of 15 named places do, among them both that lie on a drawn outline; the others were fibers,
 * vessels and folds of the muscle, and in two views perhaps small nodes.
 * `smooth`: grey in standard deviations of the field; directions that leave the field do not count.
 */
export function fallsAllAround(smooth: GreyPlane, field: Mask, { x, y, radii }: Outline): boolean {
  let seen = 0;
  let falling = 0;
  for (const [k, radius] of radii.entries()) {
    const angle = (2 * Math.PI * k) / radii.length;
    const at = (distance: number) => {
      const px = Math.round(x + Math.cos(angle) * distance);
      const py = Math.round(y + Math.sin(angle) * distance);
      const isInside = px >= 0 && px < field.width && field.data[py * field.width + px] === 1;
      return isInside ? (smooth.data[py * smooth.width + px] ?? null) : null;
    };
    const inner = at(within * radius);
    const outer = at(Math.max(radius + minBeyond, beyond * radius));
    if (inner === null || outer === null) continue;
    seen++;
    if (inner - outer >= minFall) falling++;
  }
  return seen > 0 && falling >= minDirections * seen;
}
