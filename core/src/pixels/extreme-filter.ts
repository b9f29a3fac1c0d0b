import { boundsOf } from './bounds.ts';
import { distanceTransform } from './distance-transform.ts';
import type { GreyPlane, Mask } from './plane.ts';
import { type Extreme, runningExtreme } from './running-extreme.ts';
import type { StructuringElement } from './structuring-element.ts';

/** Maximum or minimum over a structuring element. Pixels outside the picture do not count. */
export function extremeFilter<T extends GreyPlane | Mask>(
  plane: T,
  element: StructuringElement,
  extreme: Extreme,
): T {
  if (element.radius <= 0) return { ...plane, data: plane.data.slice() };
  if (element.shape === 'square') {
    const rows = runningExtreme(plane, element.radius, { along: 'rows', extreme });
    return runningExtreme(rows, element.radius, { along: 'columns', extreme });
  }
  return plane.data instanceof Uint8Array
    ? discMask(plane, element.radius, extreme)
    : discGrey(plane, element.radius, extreme);
}

/**
 * A binary disc by distance: the time does not grow with the radius. Any value but 0 counts as inside. Beyond the bounds of
 * what is inside, widened, nothing changes: only that part is looked at.
 */
function discMask<T extends GreyPlane | Mask>(plane: T, radius: number, extreme: Extreme): T {
  const dilating = extreme === 'max';
  const { width, height } = plane;
  const out = new Uint8Array(plane.data.length);
  const box = boundsOf(plane, dilating ? Math.ceil(radius) : 1);
  if (box === undefined) return { ...plane, data: out };
  const far = new Uint8Array(box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    const row = (box.y + y) * width + box.x;
    for (let x = 0; x < box.width; x++) {
      far[y * box.width + x] = (plane.data[row + x] !== 0) === dilating ? 0 : 1;
    }
  }
  const distance = distanceTransform({ width: box.width, height: box.height, data: far });
  for (let y = 0; y < box.height; y++) {
    const row = (box.y + y) * width + box.x;
    for (let x = 0; x < box.width; x++) {
      const near = (distance.data[y * box.width + x] ?? 0) <= radius;
      out[row + x] = near === dilating ? 1 : 0;
    }
  }
  return { ...plane, width, height, data: out };
}

/** A grey disc as one running extreme per distinct chord, combined over the rows it stands on. */
function discGrey<T extends GreyPlane | Mask>(plane: T, radius: number, extreme: Extreme): T {
  const { width, height } = plane;
  const data = plane.data.slice();
  const pick = extreme === 'max' ? Math.max : Math.min;
  data.fill(extreme === 'max' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
  for (let dy = 0; dy <= radius; dy++) {
    const chord = Math.floor(Math.sqrt(radius * radius - dy * dy));
    const rows = runningExtreme(plane, chord, { along: 'rows', extreme }).data;
    for (let y = 0; y < height; y++) {
      for (const source of dy === 0 ? [y] : [y - dy, y + dy]) {
        if (source < 0 || source >= height) continue;
        const from = source * width;
        const to = y * width;
        for (let x = 0; x < width; x++) data[to + x] = pick(data[to + x] ?? 0, rows[from + x] ?? 0);
      }
    }
  }
  return { ...plane, data };
}
