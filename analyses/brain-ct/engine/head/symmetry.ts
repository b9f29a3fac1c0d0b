import { type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import { regionShape } from '@second-read/core/pixels/regions/region-shape';
import { warpAffine } from '@second-read/core/pixels/sampling/warp-affine';

/** The head's axis of symmetry: through (x, y), turned clockwise on screen from upright. */
export interface SymmetryAxis {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}

const side = 64;
const degree = Math.PI / 180;
/** Sideways places of the axis that are tried, in pixels of the 64-pixel search. */
const reach = 6;

/**
 * The line about which the head is most like its mirror image: directions within 45° of upright, coarse
 * to fine. Bone weighs most, being brightest, so a bleeding does not move the axis. `isUpright`: the file
 * says which way is up, and the long axis of the head does not change that.
 */
export function symmetryAxis(small: GreyPlane, head: Mask, { isUpright = false } = {}): SymmetryAxis {
  const inside = greyPlane(small.width, small.height);
  let [count, sumX, sumY] = [0, 0, 0];
  for (let i = 0; i < inside.data.length; i++) {
    if (head.data[i] === 0) continue;
    inside.data[i] = 0.3 + 0.7 * (small.data[i] ?? 0);
    count++;
    sumX += i % small.width;
    sumY += Math.floor(i / small.width);
  }
  const centre = { x: sumX / count, y: sumY / count };
  const scale = Math.sqrt(count) / (0.62 * side);
  const attempt = (turn: number, worst: number) => mirrorError(inside, { centre, turn, scale, worst });
  let best = { turn: 0, ...attempt(0, Number.POSITIVE_INFINITY) };
  const improve = (turn: number) => {
    const tried = { turn, ...attempt(turn, best.error) };
    if (tried.error < best.error) best = tried;
  };
  for (const turn of isUpright ? turnsAroundUpright : coarseTurns(head)) improve(turn);
  for (const step of [2, 1, 0.5]) {
    const middle = best.turn;
    improve(middle - step * degree);
    improve(middle + step * degree);
  }
  const shift = best.shift * scale;
  return {
    x: centre.x + Math.cos(best.turn) * shift,
    y: centre.y + Math.sin(best.turn) * shift,
    turn: best.turn,
  };
}

const turnsAroundUpright = Array.from({ length: 23 }, (_, n) => 3 * (n - 11) * degree);

/** Every 3° around upright, and around the long axis where the head has one. */
function coarseTurns(head: Mask): number[] {
  const turns = [...turnsAroundUpright];
  const shape = regionShape(head);
  if (shape === null || shape.majorAxis < 1.08 * shape.minorAxis) return turns;
  // From the direction of the long axis to its turn from the vertical, within a quarter turn.
  let turn = shape.orientation - Math.PI / 2;
  while (turn < -Math.PI / 2) turn += Math.PI;
  while (turn > Math.PI / 2) turn -= Math.PI;
  // A head that lies on its side is clearly longer than wide.
  if (Math.abs(turn) > 50 * degree && shape.majorAxis < 1.15 * shape.minorAxis) return turns;
  for (let angle = -9; angle <= 9; angle += 3) turns.push(turn + angle * degree);
  return turns;
}

interface Attempt {
  readonly centre: { readonly x: number; readonly y: number };
  readonly turn: number;
  readonly scale: number;
  /** Errors from here on are of no interest. */
  readonly worst: number;
}

/** Least mean difference to the mirror image over the sideways places of the axis; `worst` if none less. */
function mirrorError(inside: GreyPlane, { centre, turn, scale, worst }: Attempt) {
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  const half = (side - 1) / 2;
  const map = {
    a: cos,
    b: -sin,
    c: centre.x - cos * half + sin * half,
    d: sin,
    e: cos,
    f: centre.y - sin * half - cos * half,
  };
  const turned = warpAffine(inside, map, { width: side, height: side, fill: 0 });
  let best = { error: worst, shift: 0 };
  for (let twice = -2 * reach; twice <= 2 * reach; twice++) {
    const error = differenceAbout(turned, side - 1 + twice, best.error);
    if (error < best.error) best = { error, shift: twice / 2 };
  }
  return best;
}

/** Mean of |I(x) - I(sum - x)| over the picture, outside counted as empty; not summed on beyond `worst`. */
function differenceAbout({ data }: GreyPlane, sum: number, worst: number): number {
  const enough = worst * side * side;
  let total = 0;
  for (let y = 0; y < side && total < enough; y++) {
    const row = y * side;
    for (let x = 0; x < side; x++) {
      const other = sum - x;
      const there = other >= 0 && other < side ? (data[row + other] ?? 0) : 0;
      total += Math.abs((data[row + x] ?? 0) - there);
    }
  }
  return total / (side * side);
}
