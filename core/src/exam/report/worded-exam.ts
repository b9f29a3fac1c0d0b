import type { ExamWording } from '../exam-reading.ts';
import type { StoredExam } from '../stored-exam.ts';
import type { ExamWords } from './exam-words.ts';

/** The sentences of an exam: those that it keeps, else by its module from the codes. */
export function wordedExam(exam: StoredExam, words: ExamWords): ExamWording {
  if (exam.wording) return exam.wording;
  const { findings, notAssessed, technique, trace, conclusion } = words.word(exam);
  const { kept } = exam;
  const given = exam.reading.category?.reason;
  const reader = given === undefined ? [] : [`Category given by the reader: ${given}`];
  return {
    conclusion,
    findings: [...findings, ...(kept?.findings ?? [])],
    notAssessed: kept?.notAssessed ?? notAssessed,
    technique: kept?.technique ?? technique,
    trace: [...reader, ...trace],
  };
}
