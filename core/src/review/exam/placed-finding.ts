import type { StoredExam } from '../../exam/stored-exam.ts';
import type { Box } from '../../pixels/plane.ts';
import type { AnyFinding } from '../../reading/reading.ts';
import { readerMethod } from '../measure.ts';
import { outlineMeasures } from '../outline-measures.ts';
import { outlineRegion } from '../outline-region.ts';
import { originOf } from './exam-as-reviewable.ts';
import type { ExamReviewModule, Placed } from './exam-review-module.ts';
import { sliceOutlinesOf } from './slice-outlines.ts';

/**
 * A finding that a reader added, with the side and the diameter that follow from where it was put or outlined
 * as far as the reader states none. Findings of the engine keep what they have.
 */
export function placedFinding(finding: AnyFinding, exam: StoredExam, review: ExamReviewModule): AnyFinding {
  if (originOf(finding, exam) !== undefined) return finding;
  const side = finding.side ?? placeOf(finding, exam, review)?.side ?? null;
  const hasDiameter = review.fields.types
    .find(({ type }) => type === finding.type)
    ?.measurements.some(({ quantity }) => quantity === 'mean_diameter');
  const isStated = finding.measurements.some(
    ({ quantity, method }) => quantity === 'mean_diameter' && method === readerMethod,
  );
  const mm = hasDiameter && !isStated ? (drawnMarks(finding, exam, review)[0]?.mm ?? null) : null;
  if (mm === null) return { ...finding, side };
  const others = finding.measurements.filter(({ quantity }) => quantity !== 'mean_diameter');
  const value = Math.round(10 * mm) / 10;
  const diameter = { quantity: 'mean_diameter', value, unit: 'mm', method: null } as const;
  return { ...finding, side, measurements: [...others, diameter] };
}

/** What the marks of a finding say of its place; undefined where its module says nothing. */
export function placeOf(finding: AnyFinding, exam: StoredExam, review: ExamReviewModule): Placed | undefined {
  const drawn = drawnMarks(finding, exam, review);
  const own = (originOf(finding, exam)?.slices ?? [])
    .filter(({ slice }) => !drawn.some((mark) => mark.slice === slice))
    .map(({ slice, box }) => ({
      slice,
      outline: null,
      at: middleOf(box),
      px: Math.hypot(box.width, box.height),
    }));
  const marks = [...drawn, ...own].toSorted((a, b) => b.px - a.px);
  const put = typeof finding.slice === 'number' ? [{ slice: finding.slice, at: null, outline: null }] : [];
  const all = marks.length > 0 ? marks : put;
  return all.length === 0 ? undefined : review.placed?.({ exam, marks: all });
}

/** The outlines of a reader, the largest first: in millimeters, else in pixels. */
function drawnMarks(finding: AnyFinding, { slices }: StoredExam, { diameter }: ExamReviewModule) {
  const drawn = sliceOutlinesOf(finding).flatMap(({ slice, outline }) => {
    const { width = null, height = null, pixelMm } = slices[slice] ?? {};
    if (width === null || height === null) return [];
    const spacing = pixelMm ? { ...pixelMm, kind: 'calibrated' } : null;
    const { px, mm } = outlineMeasures(outline, spacing);
    const { box } = outlineRegion(outline, { width, height });
    return [{ slice, outline, at: box && middleOf(box), px: px[diameter], mm: mm?.[diameter] ?? null }];
  });
  return drawn.toSorted((a, b) => (b.mm ?? b.px) - (a.mm ?? a.px));
}

function middleOf({ x, y, width, height }: Box) {
  return { x: x + width / 2, y: y + height / 2 };
}
