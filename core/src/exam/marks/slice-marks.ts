import type { Box } from '../../pixels/plane.ts';
import type { ImageMark } from '../../report/document.ts';
import type { ExamWords } from '../report/exam-words.ts';
import type { StoredExam, StoredSlice } from '../stored-exam.ts';

type Size = Pick<StoredSlice, 'width' | 'height'>;

/** Whether a mark is that of the whole slice: it says nothing of a place. */
export function isWhole(box: Box, slice: Size | undefined): boolean {
  return box.width === slice?.width && box.height === slice.height;
}

/**
 * What was found on the slice `file`, for paper: a reader's outline, else the box. A finding that speaks of
 * the whole slice has no mark; nor has a slice of unknown size.
 */
export function marksOn(file: string, { slices, findings }: StoredExam, { types }: ExamWords): ImageMark[] {
  const slice = slices.find((each) => each.file === file);
  const { width = null, height = null } = slice ?? {};
  if (width === null || height === null) return [];
  const placed = findings
    .filter(({ found }) => found)
    .flatMap((finding) => finding.slices.map((mark) => ({ ...mark, type: finding.type })))
    .filter((mark) => mark.file === file && (mark.outline || !isWhole(mark.box, { width, height })));
  return placed.map(({ type, box, outline }) => ({
    colour: types[type]?.colour ?? unnamed,
    points: (outline ?? cornersOf(box)).map(({ x, y }) => ({ x: x / width, y: y / height })),
  }));
}

const unnamed = '#2196F3';

function cornersOf({ x, y, width, height }: Box) {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}
