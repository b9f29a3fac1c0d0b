import type { Study } from '@second-read/core/decode/study';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { greyStudy, painted } from '../../study.test-support.ts';

/** Densities of the phantom, Hounsfield units. */
export const tissue = { air: -1000, scalp: 40, bone: 900, brain: 35, csf: 6, blood: 66 } as const;

/** A head drawn by program: every number is known. Lengths in pixels of a 400 x 400 picture. */
export interface Phantom {
  /** Sideways move of the ventricles and the falx at the head's middle. */
  readonly shift?: number;
  /** Half the distance between the outer walls of the frontal horns. */
  readonly hornReach?: number;
  /** A crescent under the skull at the picture's right, this thick. */
  readonly crescent?: number;
  /** Density change in a disc of radius 32 px in the picture's left half. */
  readonly patchHu?: number;
  /** Turn of the head, radians. */
  readonly turn?: number;
}

export const inner = { x: 130, y: 160 } as const;

/** Inner skull 261 px wide, 321 px long; a fixed grain of ±3 HU. */
export function headPhantom(phantom: Phantom = {}): Study {
  const random = grain(11);
  const plane = painted(400, 400, (x, y) => {
    const turn = phantom.turn ?? 0;
    const [dx, dy] = [x - 200, y - 200];
    const value = densityAt(
      Math.cos(turn) * dx + Math.sin(turn) * dy,
      -Math.sin(turn) * dx + Math.cos(turn) * dy,
      phantom,
    );
    return value + 6 * (random() - 0.5);
  });
  return greyStudy(gaussianBlur(plane, 0.7), { quantity: 'hounsfield', bitsStored: 12 });
}

function densityAt(x: number, y: number, phantom: Phantom): number {
  const depth = Math.hypot(x / inner.x, y / inner.y);
  if (depth > 1.16) return tissue.air;
  if (depth > 1.11) return tissue.scalp;
  if (depth > 1) return tissue.bone;
  const moved = x - (phantom.shift ?? 0) * Math.exp(-(y * y) / (2 * 70 * 70));
  if (phantom.crescent !== undefined && x > 0 && isCrescent(x, y, phantom.crescent)) return tissue.blood;
  if (isHorn(moved, y, phantom.hornReach ?? 32) || isBackHorn(moved, y)) return tissue.csf;
  if (Math.abs(moved) < 1.5 && Math.abs(y) > 75) return tissue.brain + 14;
  if (phantom.patchHu !== undefined && Math.hypot(x + 75, y - 10) < 32) return tissue.brain + phantom.patchHu;
  return tissue.brain;
}

function isCrescent(x: number, y: number, thickness: number): boolean {
  return Math.abs(y) < 100 && Math.hypot(x / (inner.x - thickness), y / inner.y) > 1;
}

/** Two frontal horns that part at the septum and reach `reach` to each side. */
function isHorn(x: number, y: number, reach: number): boolean {
  const beside = Math.abs(x);
  return y > -62 && y < -18 && beside > 2 && beside < reach && Math.abs(y + 40) < 22 - (beside / reach) * 8;
}

function isBackHorn(x: number, y: number): boolean {
  return Math.hypot((Math.abs(x) - 26) / 11, (y - 48) / 22) < 1;
}

function grain(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
