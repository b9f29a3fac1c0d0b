import type { Study } from '@second-read/core/decode/study';
import { type GreyPlane, mask } from '@second-read/core/pixels/plane';
import type { Levels } from './levels.ts';
import type { Lungs } from './lungs.ts';

/**
 * Of what is outlined as lung at least this share holds air: a tenth of the lungs of 12 slices of four chests
 * was below -830 HU, that of loops of bowel in a pelvis at 0 HU.
 */
const leastAir = 0.1;

/**
 * The lungs; none where nearly all that was outlined is as dense as soft tissue. Hounsfield units alone
 * tell.
 */
export function withAir(
  lungs: Lungs,
  { plane, quantity, levels }: { plane: GreyPlane; quantity: Study['quantity']; levels: Levels },
): Lungs {
  if (quantity !== 'hounsfield') return lungs;
  const { left, right } = lungs;
  let [all, air] = [0, 0];
  for (let i = 0; i < plane.data.length; i++) {
    if (left.data[i] === 0 && right.data[i] === 0) continue;
    all++;
    if ((plane.data[i] ?? 0) < levels.threshold) air++;
  }
  if (air >= leastAir * all) return lungs;
  return noLungs(lungs);
}

export const noLungs = ({ left, right, pose }: Lungs): Lungs => ({
  left: mask(left.width, left.height),
  right: mask(right.width, right.height),
  pose,
});
