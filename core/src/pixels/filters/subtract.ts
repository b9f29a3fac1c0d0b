import { type GreyPlane, greyPlane } from '../plane.ts';

/** `a - b`, pixel by pixel; both of one size. */
export function subtract(a: GreyPlane, b: GreyPlane): GreyPlane {
  const out = greyPlane(a.width, a.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = (a.data[i] ?? 0) - (b.data[i] ?? 0);
  return out;
}
