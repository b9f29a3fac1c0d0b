import type { StoredExam, StoredExamFinding } from '../../exam/stored-exam.ts';
import type { Box } from '../../pixels/plane.ts';
import type { SplitPart } from '../review-module.ts';
import type { ExamReviewModule } from './exam-review-module.ts';
import { sumOf } from './merged-exam-finding.ts';

type Marks = StoredExamFinding['slices'];

/**
 * A lesion of an exam parted by its marks: it keeps those that no part takes. Its volume is the sum of the
 * marks, its diameter that of the largest one, unknown in exams stored before marks had sizes; side and place
 * follow from where the largest mark lies. A sentence where it cannot be parted so.
 */
export function partedLesion(
  lesion: StoredExamFinding,
  parts: readonly SplitPart[],
  { exam, review }: { readonly exam: StoredExam; readonly review: ExamReviewModule },
): StoredExamFinding[] | string {
  const { slices } = lesion;
  if (slices.length < 2) return 'It has a single mark: there is nothing to split.';
  const taken = parts.flatMap(({ marks }) => marks);
  if (new Set(taken).size < taken.length) return 'A mark belongs to one part.';
  if (taken.some((at) => at >= slices.length)) return `It has ${slices.length} marks.`;
  if (taken.length === slices.length) return 'It keeps one of its marks at least.';
  if (slices.some(({ outline }) => outline))
    return 'It was outlined by hand: split it before it is outlined.';
  const all = [
    { id: lesion.id, marks: slices.filter((_, at) => !taken.includes(at)) },
    ...parts.map(({ id, marks }) => ({ id, marks: slices.filter((_, at) => marks.includes(at)) })),
  ];
  return all.map(({ id, marks }) => partOf(lesion, { id, marks }, { exam, review }));
}

function partOf(
  lesion: StoredExamFinding,
  { id, marks }: { readonly id: string; readonly marks: Marks },
  { exam, review }: { readonly exam: StoredExam; readonly review: ExamReviewModule },
): StoredExamFinding {
  const { type, side, facts, madeOf = [lesion.id] } = lesion;
  // Of marks in equal slabs the largest volume is the largest area.
  const sizeOf = ({ box, volumeMl, diameterMm }: Marks[number]) =>
    volumeMl ?? diameterMm ?? box.width * box.height;
  const bySize = marks.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const placed = review.placed?.({
    exam,
    marks: bySize.map(({ slice, box, outline = null }) => ({ slice, at: middleOf(box), outline })),
  });
  const places = marks.map(({ slice }) => slice);
  const described = review.fields.types.find((each) => each.type === type)?.descriptors ?? [];
  const kept = [...described.map(({ name }) => name), 'category'].filter((name) => name in facts);
  const part = {
    ...{ id, type, found: true, probability: null, side: placed?.side ?? side },
    volumeMl: sumOf(marks.map(({ volumeMl }) => volumeMl)),
    diameterMm: bySize[0]?.diameterMm ?? null,
    slices: marks,
    facts: {
      ...Object.fromEntries(kept.map((name) => [name, facts[name] ?? null])),
      ...('firstSlice' in facts && {
        firstSlice: Math.min(...places) + 1,
        lastSlice: Math.max(...places) + 1,
      }),
      ...placed?.facts,
    },
    ...{ madeOf, isPart: true as const },
  };
  return { ...part, type: review.typeOf?.(part) ?? type };
}

function middleOf({ x, y, width, height }: Box) {
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * How a lesion falls apart: of views each apart; of slices what does not touch, on one slice or from one to
 * the next; where all touches, before and from the slice `at`. The first part keeps the lesion's id; one part
 * alone where it does not fall apart there.
 */
export function partsToSplit(
  { slices }: Pick<StoredExamFinding, 'slices'>,
  { noun, at }: { readonly noun: 'slice' | 'view'; readonly at: number | undefined },
): number[][] {
  if (noun === 'view') return slices.map((_, mark) => [mark]);
  const groups: number[][] = [];
  for (const [mark, own] of slices.entries()) {
    const near = groups.filter((group) => group.some((each) => touches(slices[each], own)));
    const others = groups.filter((group) => !near.includes(group));
    groups.splice(0, groups.length, ...others, [...near.flat(), mark]);
  }
  if (groups.length > 1 || at === undefined)
    return groups
      .map((group) => group.toSorted((a, b) => a - b))
      .toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  const all = slices.map((_, mark) => mark);
  const isBefore = (mark: number) => (slices[mark]?.slice ?? 0) < at;
  const [before, from] = [all.filter(isBefore), all.filter((mark) => !isBefore(mark))];
  return before.length === 0 || from.length === 0 ? [all] : [before, from];
}

function touches(a: Marks[number] | undefined, b: Marks[number]): boolean {
  if (a === undefined || Math.abs(a.slice - b.slice) > 1) return false;
  const [one, other] = [a.box, b.box];
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}
