import type { Point } from '@second-read/core/pixels/regions/contour';
import { besideLine } from '@second-read/core/reading/landmarks';
import type { Placed, PlacedAt } from '@second-read/core/review/exam/exam-review-module';

/** Side and view of a reader's mark, and how far from the nipple it lies, as of the engine's own. */
export function placed({ exam, slice, at }: PlacedAt): Placed {
  const view = exam.reading.views?.find((each) => each.slice === slice);
  if (view === undefined) return { side: null, facts: {} };
  return { side: view.side, facts: { views: view.view, ...(at && fromNipple(at, exam.slices[slice])) } };
}

/** On the way from the nipple to the chest wall, at right angles to the wall; nothing without landmarks. */
function fromNipple(at: Point, slice: PlacedAt['exam']['slices'][number] | undefined) {
  const { nipple, wallTop, wallBottom } = slice?.landmarks ?? {};
  if (!nipple || !wallTop || !wallBottom) return {};
  const scale = slice?.pixelMm ?? { x: 1, y: 1 };
  const [place, tip, top, bottom] = [at, nipple, wallTop, wallBottom].map(({ x, y }) => ({
    x: x * scale.x,
    y: y * scale.y,
  })) as [Point, Point, Point, Point];
  const whole = besideLine(tip, top, bottom);
  if (whole === 0) return {};
  const share = 1 - besideLine(place, top, bottom) / whole;
  const depth = Math.abs(whole) / Math.hypot(bottom.x - top.x, bottom.y - top.y);
  return {
    nipplePercent: (100 * share).toFixed(0),
    ...(slice?.pixelMm && { nippleMm: (share * depth).toFixed(0) }),
  };
}
