import type { Box, Mask } from '../pixels/plane.ts';
import { connectedComponents } from '../pixels/regions/connected-components.ts';
import type { AttributeValue } from './candidate.ts';
import type { Landmarks } from './landmarks.ts';

/** One outlined place of one slice, in pixels of its picture. */
export interface Mark {
  /** A finding type of the module. */
  readonly type: string;
  /** 0 to 1, as that of a candidate. */
  readonly score: number;
  readonly areaPx: number;
  readonly box: Box;
  /** Its pixels, three numbers a run: row, first column, column behind the last. In the order of rows. */
  readonly runs: Int32Array;
  /** What else the module's exam asks of a mark; units are in the names. */
  readonly facts?: Readonly<Record<string, AttributeValue>>;
}

/** What the reading of a whole exam needs of a slice; names of `facts` as in the module's exam. */
export interface SliceEvidence {
  readonly marks: readonly Mark[];
  readonly facts: Readonly<Record<string, AttributeValue>>;
  /** Names as in the module's `exam/placed.ts`. */
  readonly landmarks?: Landmarks;
}

/** The pixels of a mask as one mark; undefined where it has none. */
export function markOf(region: Mask, said: Pick<Mark, 'type' | 'score' | 'facts'>): Mark | undefined {
  const whole = { x: 0, y: 0, width: region.width, height: region.height };
  return markWithin(whole, region.width, { said, has: (i) => region.data[i] !== 0 });
}

/** A mark for every connected part of at least `minPx` pixels. */
export function marksOf(region: Mask, said: Pick<Mark, 'type' | 'score' | 'facts'>, minPx = 1): Mark[] {
  const { labels, components } = connectedComponents(region);
  return components
    .filter(({ area }) => area >= minPx)
    .flatMap(({ label, box }) => {
      return markWithin(box, labels.width, { said, has: (i) => labels.data[i] === label }) ?? [];
    });
}

/** Of the pixels of a box, in a picture that is `width` wide, those that belong. */
function markWithin(
  within: Box,
  width: number,
  { said, has }: { readonly said: Pick<Mark, 'type' | 'score' | 'facts'>; has(i: number): boolean },
): Mark | undefined {
  const runs: number[] = [];
  const end = within.x + within.width;
  let [areaPx, left, right] = [0, end, 0];
  for (let y = within.y; y < within.y + within.height; y++) {
    for (let x = within.x; x < end; x++) {
      if (!has(y * width + x)) continue;
      const from = x;
      while (x < end && has(y * width + x)) x++;
      runs.push(y, from, x);
      areaPx += x - from;
      left = Math.min(left, from);
      right = Math.max(right, x);
    }
  }
  const [top, bottom] = [runs[0], runs[runs.length - 3]];
  if (top === undefined || bottom === undefined) return undefined;
  const box = { x: left, y: top, width: right - left, height: bottom - top + 1 };
  return { ...said, areaPx, box, runs: Int32Array.from(runs) };
}
