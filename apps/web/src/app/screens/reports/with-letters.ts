import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { ReportDocument } from '@second-read/core/report/document';
import type { ExamSlicePicture } from '../../../api/reports/reports.ts';
import { lettersAt, upright } from '../../../stage/geometry/orientation.ts';

type Placed = Pick<ExamSlicePicture, 'file' | 'geometry'>;

/** The document of an exam for paper: its key image has the letters at its borders, where its file says. */
export function withLetters(
  document: ReportDocument,
  exam: StoredExam,
  slices: readonly Placed[],
): ReportDocument {
  const file = exam.reading.keySlices[0]?.file;
  const { row, column } = slices.find((slice) => slice.file === file)?.geometry ?? {};
  if (!row || !column) return document;
  const letters = lettersAt({ row, column }, upright);
  return { ...document, images: document.images.map((image) => ({ ...image, letters })) };
}
