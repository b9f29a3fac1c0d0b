import { moduleOf } from '@second-read/analyses/catalogue';
import type { ReviewReply } from '@second-read/contract/reviews';
import { observationOf } from '@second-read/core/exam/report/exam-document';
import { examOfReading, type StoredExam } from '@second-read/core/exam/stored-exam';
import type { AnyFinding } from '@second-read/core/reading/reading';
import { applyChanges } from '@second-read/core/review/apply-changes';
import type { Change } from '@second-read/core/review/change';
import { refusalOf } from '@second-read/core/review/check-change';
import { reviewableReading } from '@second-read/core/review/exam/exam-as-reviewable';
import { partsToSplit } from '@second-read/core/review/exam/parted-lesion';
import { reviewOfExam } from '@second-read/core/review/exam/review-of-exam';
import { reviewedExam } from '@second-read/core/review/exam/reviewed-exam';
import { nextFindingId } from '@second-read/core/review/finding-ids';
import { noReview, type ReviewedType } from '@second-read/core/review/review-module';
import { unitWords } from './MeasureField.tsx';
import type { Wish } from './use-review.ts';

export type MergeOrSplit = Extract<Wish, { kind: 'merge' | 'split' }>;

/** What findings become: one line each; or why they cannot. */
type Outcome =
  | { readonly refusal: string; readonly lines?: undefined }
  | { readonly refusal: null; readonly lines: readonly string[] };

/** The region of a finding of one picture is not told: its size does not matter. */
const picture = { width: 1, height: 1 };

/** What the findings become by a merge or a split of the review as it stands now. */
export function outcomeOf(review: ReviewReply, wish: MergeOrSplit): Outcome {
  const { fields, module, reading, exam, reviewer } = reviewedNow(review);
  const change = { ...wish, id: crypto.randomUUID() } as Change;
  const { decisions, outlines, changes, used_ids: usedIds } = review;
  const now = { ...applyChanges(module, reading, [], picture), decisions, outlines };
  const known = { fields, split: module.split, usedIds, changes, now, picture };
  const refusal = refusalOf(change, known);
  if (refusal !== null) return { refusal };
  const parts = decisions[wish.finding]?.parts;
  if (wish.kind === 'split' && parts !== undefined)
    return { refusal: null, lines: [`The ${parts.length} findings that it was merged of, as they were.`] };
  const next = applyChanges(module, reading, [change], picture);
  const ids = wish.kind === 'merge' ? [] : (wish.parts ?? []).map(({ id }) => id);
  const whole = exam && reviewer && reviewedExam(exam, next, reviewer);
  const lines = [wish.finding, ...ids].flatMap((id) => {
    const stored = whole?.findings.find((finding) => finding.id === id);
    if (whole && reviewer && stored)
      return [`${labelOf(stored.type, fields.types)}: ${observationOf(stored, whole, reviewer.words.types)}`];
    const finding = next.findings.find((each) => each.id === id);
    return finding ? [sizesOf(finding, fields.types)] : [];
  });
  return { refusal: null, lines };
}

/** The review's present state as what further changes are laid over. */
function reviewedNow({ module: id, current, review: fields }: ReviewReply) {
  const { review = noReview, examReview, exam: words } = moduleOf(id);
  const exam = examOfReading(current);
  const reviewer = exam && examReview && words && { review: examReview, words };
  const module = exam && reviewer ? reviewOfExam(exam, reviewer) : review;
  return { fields, module, exam, reviewer, reading: reviewableReading(current, fields) };
}

function labelOf(type: string, types: readonly ReviewedType[]): string {
  return types.find((each) => each.type === type)?.label ?? type;
}

/** "Mass: left, longest diameter 24 mm" */
function sizesOf({ type, side, measurements }: AnyFinding, types: readonly ReviewedType[]): string {
  const known = types.find((each) => each.type === type)?.measurements ?? [];
  const sizes = known.flatMap(({ quantity, label, units }) =>
    measurements
      .filter((each) => each.quantity === quantity && units.includes(each.unit))
      .map(({ value, unit }) => `${label.toLowerCase()} ${value} ${unitWords[unit] ?? unit}`),
  );
  return `${labelOf(type, types)}: ${[...(side ? [side] : []), ...sizes].join(', ') || 'found'}`;
}

/**
 * How a lesion comes apart: into what it was merged of, else by its marks, where they all touch at the image
 * that is shown; null where it is one.
 * @param place of that image, from 0 among those that were read
 */
export function splitOf(
  review: ReviewReply,
  id: string,
  place: number | undefined,
): (MergeOrSplit & { kind: 'split' }) | null {
  if (review.decisions[id]?.parts !== undefined) return { kind: 'split', finding: id };
  const exam = examOfReading(review.current);
  const lesion = exam?.findings.find((finding) => finding.id === id);
  if (!exam || !lesion || lesion.slices.length < 2) return null;
  const noun = moduleOf(review.module).exam?.noun ?? 'slice';
  const [, ...others] = partsToSplit(lesion, { noun, at: placeInStack(exam, place) });
  if (others.length === 0) return null;
  const first = nextFindingId(id, review.used_ids);
  const [start, number] = [first.replace(/\d+$/, ''), Number(/\d+$/.exec(first)?.[0])];
  return {
    kind: 'split',
    finding: id,
    parts: others.map((marks, at) => ({ id: `${start}${number + at}`, marks })),
  };
}

function placeInStack({ slices }: StoredExam, place: number | undefined): number | undefined {
  const read = slices.flatMap(({ status }, at) => (status === 'read' ? [at] : []));
  return place === undefined ? undefined : read[place];
}
