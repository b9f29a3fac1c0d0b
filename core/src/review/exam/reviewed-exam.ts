import { concludedExam } from '../../exam/report/concluded-exam.ts';
import type { StoredExam } from '../../exam/stored-exam.ts';
import { isMadeOf } from '../../reading/finding.ts';
import type { AnyFinding } from '../../reading/reading.ts';
import type { Reviewed } from '../apply-changes.ts';
import type { ExamReviewer } from './exam-review-module.ts';
import { examFindings } from './reviewed-findings.ts';

/**
 * The exam with a reader's changes: its findings as they are now, and what follows from them by the rules of
 * every exam. One whose findings are as the engine read them is that of the engine, to the byte.
 */
export function reviewedExam(
  exam: StoredExam,
  { reading, category }: Pick<Reviewed, 'reading' | 'category'>,
  reviewer: ExamReviewer,
): StoredExam {
  const now = examWithFindings(exam, reading.findings, reviewer);
  const { given, reason } = category;
  if (reason === null || given === null) return now;
  const { wording: _, ...worded } = now;
  const own = { system: 'reader', ...now.reading.category, value: String(given), reason };
  return { ...worded, reading: { ...now.reading, category: own } };
}

/** The exam as if the engine had read these findings. */
export function examWithFindings(
  exam: StoredExam,
  readingFindings: readonly AnyFinding[],
  reviewer: ExamReviewer,
): StoredExam {
  const findings = examFindings(exam, readingFindings, reviewer);
  const isSame = findings.length === exam.findings.length && findings.every((f, n) => f === exam.findings[n]);
  if (isSame) return exam;
  const { wording: _, ...coded } = exam;
  const isLeft = (id: string) => findings.some((finding) => finding.found && isMadeOf(finding, id));
  const rejected = exam.findings.filter(({ id, found }) => found && !isLeft(id));
  const reviewed = { ...coded, findings, ...(rejected.length > 0 && { rejected }) };
  return concludedExam(reviewed, reviewer.words);
}
