import type { Point } from '@second-read/core/pixels/regions/contour';
import { besideLine } from '@second-read/core/reading/landmarks';
import type { Placed, PlacedAt, PlacedMark } from '@second-read/core/review/exam/exam-review-module';
import { depthBy, placeBy } from '../reading/place.ts';
import { placeFacts } from './place-facts.ts';

/** Side, views and places of a reader's marks, and how far from the nipple they lie, as of the engine's. */
export function placed({ exam, marks }: PlacedAt): Placed {
  const shown = marks.flatMap((mark) => {
    const view = exam.reading.views?.find(({ slice }) => slice === mark.slice);
    return view ? [{ ...view, ...mark }] : [];
  });
  const [largest] = shown;
  if (largest === undefined) return { side: null, facts: {} };
  const inOrder = shown.toSorted((a, b) => a.slice - b.slice);
  const places = inOrder.map((mark) => {
    const own = exam.slices[mark.slice];
    const place = mark.at && placeBy(own?.landmarks, mark.at, mark.view);
    return { view: mark.view, ...place, ...fromNipple(mark, own) };
  });
  const joined = (name: 'percent' | 'mm') =>
    places.some((place) => place[name] !== null) && places.map((place) => place[name] ?? '?').join('+');
  const [nipplePercent, nippleMm] = [joined('percent'), joined('mm')];
  return {
    side: largest.side,
    facts: {
      views: [...new Set(places.map(({ view }) => view))].join('+'),
      ...(nipplePercent && { nipplePercent, nippleMm: nippleMm || null }),
      ...placeFacts(places),
      // Measured on the engine's outlines.
      ...{ atBorder: null, nippleDistanceApart: null },
    },
  };
}

/** On the way from the nipple to the chest wall, at right angles to the wall; null without landmarks. */
function fromNipple({ at }: PlacedMark, slice: PlacedAt['exam']['slices'][number] | undefined) {
  const share = at && depthBy(slice?.landmarks, at);
  if (share === null) return { percent: null, mm: null };
  const depth = slice?.pixelMm && depthMm(slice.landmarks ?? {}, slice.pixelMm);
  return { percent: (100 * (1 - share)).toFixed(0), mm: depth ? ((1 - share) * depth).toFixed(0) : null };
}

function depthMm(landmarks: Readonly<Record<string, Point>>, scale: Point): number | null {
  const [nipple, top, bottom] = ['nipple', 'wallTop', 'wallBottom'].map((name) => {
    const { x = 0, y = 0 } = landmarks[name] ?? {};
    return { x: x * scale.x, y: y * scale.y };
  }) as [Point, Point, Point];
  return Math.abs(besideLine(nipple, top, bottom)) / Math.hypot(bottom.x - top.x, bottom.y - top.y);
}
