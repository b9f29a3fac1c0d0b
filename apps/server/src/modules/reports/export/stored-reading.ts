import { examOf, readingOf } from '@second-read/analyses/stored-reading';
import { readingOfExam } from '@second-read/core/exam/report/exam-as-reading';
import { type AnyReading, anyReading } from '@second-read/core/reading/reading';
import type { StoredReport } from '../reports.repository.ts';

/** What a report says in codes: as its engine returned it, else as its reply tells it; of any module. */
export function storedReading({ report }: StoredReport): AnyReading {
  const exam = examOf(report);
  return exam ? readingOfExam(exam) : anyReading.parse(readingOf(report));
}
