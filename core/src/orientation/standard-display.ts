import { dot, type ImageDirections } from '../decode/directions.ts';
import type { Study } from '../decode/study.ts';
import { noTurn, type Turn, turns } from '../pixels/sampling/turn.ts';
import { planeOf } from './plane-name.ts';
import { turnedDirections } from './turned-directions.ts';

/**
 * How a kind of image is displayed, and read. `axial`: the patient's right on the left, the front up.
 * `mammogram`: back to back, the lateral or upper side up. `photograph`: as it was taken.
 */
export type DisplayKind = 'axial' | 'mammogram' | 'photograph';

/**
 * What brings an image to its standard display; why it cannot be displayed so; or that its file is silent.
 */
export type Standing =
  | { readonly by: 'file'; readonly turn: Turn }
  | { readonly by: 'assumption'; readonly turn: Turn }
  | { readonly by: 'refused'; readonly plane: string };

const towards = {
  left: [1, 0, 0],
  right: [-1, 0, 0],
  back: [0, 1, 0],
  front: [0, -1, 0],
  feet: [0, 0, -1],
} as const;

/** Rows that leave the axes of the body by more are those of a reformat across it. */
const maxInPlane = Math.cos((30 * Math.PI) / 180);

/** How an image of this kind is turned for its reading. */
export function standingOf({ source }: Pick<Study, 'source'>, kind: DisplayKind): Standing {
  const { directions } = source;
  if (kind === 'photograph' || directions === undefined) return { by: 'assumption', turn: noTurn };
  if (kind === 'mammogram') return mammogramStanding(directions, source.laterality);
  const plane = planeOf(directions);
  if (plane !== 'axial') return { by: 'refused', plane };
  const standing = turnTo(directions, { row: towards.left, column: towards.back });
  // A tilted gantry shortens the columns' part within the axial plane, not their direction in it.
  return standing.alike < maxInPlane ? { by: 'refused', plane: 'oblique' } : { by: 'file', ...standing };
}

/**
 * A left breast hangs with its chest wall on the left, a right one on the right (IHE Mammography Image);
 * a CC view with its lateral side up. Of an unknown side the horizontal direction stays as it is.
 */
function mammogramStanding(directions: ImageDirections, laterality: 'L' | 'R' | undefined): Standing {
  const { row, column } = directions;
  const isTransposed = Math.abs(column[1]) > Math.abs(row[1]);
  const [along, down] = isTransposed ? [column, row] : [row, column];
  // Neither runs from the chest wall to the nipple.
  if (Math.abs(along[1]) < 0.5) return { by: 'assumption', turn: noTurn };
  const isCraniocaudal = Math.abs(down[0]) > Math.abs(down[2]);
  if (isCraniocaudal && laterality === undefined) return { by: 'assumption', turn: noTurn };
  const medial = laterality === 'L' ? towards.right : towards.left;
  const outwards = laterality === undefined ? along : laterality === 'L' ? towards.front : towards.back;
  return {
    by: 'file',
    ...turnTo(directions, { row: outwards, column: isCraniocaudal ? medial : towards.feet }),
  };
}

/** The turn after which rows and columns run nearest to where they should; `alike`: 1 where they do. */
function turnTo(directions: ImageDirections, wanted: ImageDirections): { turn: Turn; alike: number } {
  const tried = turns.map((turn) => {
    const { row, column } = turnedDirections(directions, turn);
    const alike = dot(row, wanted.row);
    return { turn, alike, sum: alike + dot(column, wanted.column) };
  });
  return tried.reduce((best, one) => (one.sum > best.sum + 1e-6 ? one : best));
}
