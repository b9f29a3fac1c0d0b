import type { EngineContext } from '@second-read/core/analysis/engine';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import type { Point } from '../head/canvas-geometry.ts';
import { innerSkull } from '../head/inner-skull.ts';
import { type Movement, readMovement } from './midline-network.ts';
import { mirrorPath } from './mirror-path.ts';

/** The ideal midline of the skull and the midline of the brain, on the canvas. */
export interface Midline {
  /** Inner width of the skull at its widest, canvas pixels. */
  readonly innerWidth: number;
  /** x of the ideal midline in row y. */
  readonly idealAt: (y: number) => number;
  /** The brain's own midline, from the front to the back. */
  readonly path: readonly Point[];
  /**
   * Largest deviation in the middle half of the head as a share of the inner width, positive towards larger
   * x.
   */
  readonly shift: number;
}

/** x of the brain's own midline in row y; beyond its ends that of the nearer end. */
export function movedAt({ path, idealAt }: Pick<Midline, 'path' | 'idealAt'>, y: number): number {
  const next = path.findIndex((place) => place.y >= y);
  const [before, after] = [path[next - 1], path[next === -1 ? path.length - 1 : next]];
  if (after === undefined) return idealAt(y);
  if (before === undefined || next === -1) return idealAt(y) + after.x - idealAt(after.y);
  const share = (y - before.y) / Math.max(after.y - before.y, 1e-6);
  return before.x + (after.x - before.x) * share;
}

/**
 * How much the falx's ends count against the skull for the ideal midline: for its slope and for its place.
 */
const chordSlopeShare = 0.85;
const chordPlaceShare = 0.15;

/**
 * How much the network counts against the mirror path: `sure` while it expects to be wrong by less than
 * `from` of the inner width, `unsure` from `to` on, since it then leans towards no shift. Read off the
 * out-of-fold slices of `measure.ts`.
 */
const networkShare = { sure: 0.8, unsure: 0.3, from: 0.012, to: 0.02 } as const;

/** Undefined where the skull encloses too little to have a midline. */
export async function findMidline(
  hu: GreyPlane,
  intracranial: Mask,
  infer: EngineContext['infer'],
): Promise<Midline | undefined> {
  const skull = innerSkull(intracranial);
  if (skull === undefined) return undefined;
  const alike = mirrorPath(hu, intracranial, skull);
  const movement = await readMovement(hu, { intracranial, skull }, infer);
  const idealAt = chordOf(alike, skull.middleAt);
  const share = shareOf(movement, alike);
  const path = alike.map(({ x, y }) => {
    const moved = share * movement.at(y) * skull.width + (1 - share) * (x - idealAt(y));
    return { x: idealAt(y) + moved, y };
  });
  return { innerWidth: skull.width, idealAt, path, shift: centralShift(path, idealAt) / skull.width };
}

function shareOf(movement: Movement, path: readonly Point[]): number {
  const middle = path.slice(Math.round(path.length * 0.25), Math.round(path.length * 0.75));
  const expected = middle.reduce((sum, { y }) => sum + movement.spreadAt(y), 0) / middle.length;
  const { sure, unsure, from, to } = networkShare;
  const unsureness = Math.min(Math.max((expected - from) / (to - from), 0), 1);
  return sure + (unsure - sure) * unsureness;
}

/**
 * The line from the front to the back attachment of the falx, as radiology draws it, from the path's first
 * and last eighth. Its slope counts more than its place: a push moves both ends alike before it tilts them.
 */
function chordOf(path: readonly Point[], skullAt: (y: number) => number): (y: number) => number {
  const count = Math.max(2, Math.round(path.length * 0.12));
  const [front, back] = [meanOf(path.slice(0, count)), meanOf(path.slice(-count))];
  const middle = (front.y + back.y) / 2;
  const span = Math.max(1, back.y - front.y);
  const skullSlope = (skullAt(back.y) - skullAt(front.y)) / span;
  const slope = skullSlope + chordSlopeShare * ((back.x - front.x) / span - skullSlope);
  const place = skullAt(middle) + chordPlaceShare * ((front.x + back.x) / 2 - skullAt(middle));
  return (y) => place + slope * (y - middle);
}

function meanOf(places: readonly Point[]): Point {
  const sum = places.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / places.length, y: sum.y / places.length };
}

/** The largest deviation, averaged over seven neighbouring rows, in the middle half. */
function centralShift(path: readonly Point[], idealAt: (y: number) => number): number {
  const deviations = path.map(({ x, y }) => x - idealAt(y));
  const [from, to] = [Math.round(path.length * 0.25), Math.round(path.length * 0.72)];
  let largest = 0;
  for (let i = from; i < to; i++) {
    const around = deviations.slice(Math.max(0, i - 3), i + 4);
    const mean = around.reduce((sum, value) => sum + value, 0) / around.length;
    if (Math.abs(mean) > Math.abs(largest)) largest = mean;
  }
  return largest;
}
