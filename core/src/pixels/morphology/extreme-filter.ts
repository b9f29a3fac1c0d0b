import type { GreyPlane, Mask } from '../plane.ts';
import { discBits } from '../regions/disc-bits.ts';
import { discMask } from '../regions/disc-mask.ts';
import { type Extreme, runningExtreme } from './running-extreme.ts';
import type { StructuringElement } from './structuring-element.ts';

/** Up to this radius, and in pictures of no more pixels, which are read whole, 32 at a time are faster. */
const small = { radius: 8, pixels: 512 * 512 } as const;

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
  const { width, height, data } = plane;
  if (!(data instanceof Uint8Array)) return discGrey(plane, element.radius, extreme);
  const isSmall = element.radius <= small.radius && data.length <= small.pixels;
  const byDisc = isSmall ? discBits : discMask;
  return { ...plane, data: byDisc({ width, height, data }, element.radius, extreme) };
}

/** A grey disc as one running extreme per distinct chord, combined over the rows that it spans. */
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
