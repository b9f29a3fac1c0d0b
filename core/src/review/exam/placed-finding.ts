import type { StoredExam } from '../../exam/stored-exam.ts';
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
  const mm = hasDiameter && !isStated ? (largestOf(finding, exam, review)?.mm ?? null) : null;
  if (mm === null) return { ...finding, side };
  const others = finding.measurements.filter(({ quantity }) => quantity !== 'mean_diameter');
  const value = Math.round(10 * mm) / 10;
  const diameter = { quantity: 'mean_diameter', value, unit: 'mm', method: null } as const;
  return { ...finding, side, measurements: [...others, diameter] };
}

/** What the place of a reader's finding says; undefined where it has none or its module says nothing. */
export function placeOf(finding: AnyFinding, exam: StoredExam, review: ExamReviewModule): Placed | undefined {
  const largest = largestOf(finding, exam, review);
  const slice = largest?.slice ?? (typeof finding.slice === 'number' ? finding.slice : undefined);
  return slice === undefined ? undefined : review.placed?.({ exam, slice, at: largest?.at ?? null });
}

/** The largest of its outlines: in millimeters, else in pixels. */
function largestOf(finding: AnyFinding, { slices }: StoredExam, { diameter }: ExamReviewModule) {
  const drawn = sliceOutlinesOf(finding).flatMap(({ slice, outline }) => {
    const { width = null, height = null, pixelMm } = slices[slice] ?? {};
    if (width === null || height === null) return [];
    const spacing = pixelMm ? { ...pixelMm, kind: 'calibrated' } : null;
    const { px, mm } = outlineMeasures(outline, spacing);
    const { box } = outlineRegion(outline, { width, height });
    const at = box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
    return [{ slice, at, px: px[diameter], mm: mm?.[diameter] ?? null }];
  });
  return drawn.toSorted((a, b) => (b.mm ?? b.px) - (a.mm ?? a.px))[0];
}
