import type { Picture } from '../../../stage/source/picture.ts';
import type { Hanging, HangingPlace, HungView } from './hang.ts';

/** So many rows and columns of an image are looked at. */
const steps = 200;
/** Of the range of values: what differs less from the air beside the breast is air. */
const least = 0.06;
/** Of the image's width: a breast reaches further than this, and not through the image. */
const reaches = { least: 0.15, most: 0.97 };
/** Of the frame's height: no image is moved further. */
const mostMoved = 0.15;

/**
 * The height at which a breast reaches furthest from its chest wall, about that of its nipple, as a share of
 * the image's height; undefined where no breast stands out before air.
 * @param endsAtWall whether the columns of the image run towards the chest wall
 */
export function furthestHeight(picture: Picture, endsAtWall: boolean): number | undefined {
  if (picture.kind !== 'grey') return undefined;
  const rows = grid(picture, endsAtWall);
  const all = rows.flat().sort((a, b) => a - b);
  const [low = 0, high = 0] = [all[0], all.at(-1)];
  const air = mostFrequent(all, low, high);
  const isAir = (value: number) => Math.abs(value - air) <= least * (high - low);
  const reach = rows.map((row) => row.findIndex((value, at) => isAir(value) && isAir(row[at + 1] ?? value)));
  if (reach.every((far) => far < 0)) return undefined;
  // A row without air goes through the whole image, as a label or the edge of the film does.
  const inner = reach.map((far, at) => (far < 0 || at < steps / 20 || at > steps * 0.95 ? 0 : far));
  const most = Math.max(...inner);
  if (most < reaches.least * steps || most > reaches.most * steps) return undefined;
  const furthest = inner.flatMap((far, at) => (far >= most - 1 ? [at] : []));
  return (furthest.reduce((sum, at) => sum + at, 0) / furthest.length + 0.5) / steps;
}

/** Values of an image, coarsely, each row from the chest wall on. */
function grid(picture: Extract<Picture, { kind: 'grey' }>, endsAtWall: boolean): number[][] {
  const { width, height, samples } = picture;
  const at = (step: number, size: number) => Math.floor(((step + 0.5) / steps) * size);
  return Array.from({ length: steps }, (_, row) =>
    Array.from({ length: steps }, (_, column) => {
      const x = at(endsAtWall ? steps - 1 - column : column, width);
      return samples[at(row, height) * width + x] ?? 0;
    }),
  );
}

function mostFrequent(sorted: readonly number[], low: number, high: number): number {
  const bins = 64;
  const counts = new Array<number>(bins).fill(0);
  const width = (high - low || 1) / bins;
  for (const value of sorted) {
    const bin = Math.min(bins - 1, Math.floor((value - low) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return low + (counts.indexOf(Math.max(...counts)) + 0.5) * width;
}

/**
 * Moves the images of each view up or down so that the nipples of both breasts are level, within a frame that
 * leaves both whole.
 * @param heightOf of the nipple, as a share of its image's height
 */
export function leveled(hanging: Hanging, heightOf: (view: HungView) => number | undefined): Hanging {
  const shifts = new Map<HungView, number>();
  for (const view of ['CC', 'MLO'] as const) {
    const pair = hanging.places.flatMap((place) => (place.view === view && place.shown ? [place.shown] : []));
    const heights = pair.map((shown) => {
      const height = heightOf(shown);
      const { frame } = shown.laying;
      return height === undefined
        ? Number.NaN
        : (height * (shown.slice.height ?? 1) - frame.y) / frame.height;
    });
    const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length;
    const moved = heights.map((height) => height - mean);
    if (pair.length !== 2 || !moved.every((by) => Math.abs(by) <= mostMoved)) continue;
    for (const [at, shown] of pair.entries()) shifts.set(shown, moved[at] ?? 0);
  }
  const room = 2 * Math.max(0, ...[...shifts.values()].map(Math.abs));
  if (room === 0) return hanging;
  const move = ({ shown, ...place }: HangingPlace): HangingPlace => {
    if (!shown) return { ...place, shown };
    const { frame } = shown.laying;
    const grown = { width: frame.width * (1 + room), height: frame.height * (1 + room) };
    const x = shown.endsAtWall ? frame.x - frame.width * room : frame.x;
    const y = frame.y + ((shifts.get(shown) ?? 0) - room / 2) * frame.height;
    return {
      ...place,
      shown: { ...shown, laying: { ...shown.laying, frame: { ...frame, ...grown, x, y } } },
    };
  };
  return { ...hanging, places: hanging.places.map(move) };
}
