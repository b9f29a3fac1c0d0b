import { moduleOf } from '@second-read/analyses/catalogue';
import type { ReportReply } from '@second-read/contract/reports';
import { comparedExam, compareLesions, type LesionChange } from '@second-read/core/exam/report/comparison';
import { changeWords } from '@second-read/core/exam/report/comparison-words';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { useMemo, useState } from 'react';
import type { ShownChange } from '../../../features/compare/ExamChanges.tsx';
import { shownFindings } from '../../../features/exam/exam-marks.ts';
import type { ExamFocus } from '../../../features/exam/use-exam-focus.ts';

interface ShownPair {
  readonly id: string;
  readonly current: ExamFocus | undefined;
  readonly prior: ExamFocus | undefined;
}

interface Change extends ShownChange {
  readonly lesion: LesionChange;
}

/** The lesions of two exams in pairs, and which of them is shown; null where one of the two is no exam. */
export function useExamChanges(current: ReportReply, prior: ReportReply) {
  const changes = useMemo(() => changesOf(current, prior), [current, prior]);
  const [shown, setShown] = useState<ShownPair | null>(null);
  const show = (id: string) => {
    const lesion = changes?.find((each) => each.id === id)?.lesion;
    if (lesion) setShown({ id, current: focusOn(lesion.finding), prior: focusOn(lesion.prior) });
  };
  return { changes, shown, show };
}

function focusOn(finding: string | null): ExamFocus | undefined {
  return finding === null ? undefined : { finding };
}

function changesOf(current: ReportReply, prior: ReportReply): Change[] | null {
  const words = moduleOf(current.module).exam;
  if (!current.exam || !prior.exam || !words) return null;
  const lesions = lesionsOf(current.exam, prior.exam, { priorId: prior.id, types: words.types });
  const labels = new Map(shownFindings(current.exam, words).map(({ id, label }) => [id, label]));
  const told = changeWords(lesions, words.types, (id) => labels.get(id));
  return told.map((each, n) => {
    const lesion = lesions[n] as LesionChange;
    return { ...each, lesion, id: lesion.finding ?? `gone-${lesion.prior}` };
  });
}

/** As the report tells them where it was made beside this very exam. */
function lesionsOf(
  current: StoredExam,
  prior: StoredExam,
  { priorId, types }: { priorId: string; types: Parameters<typeof compareLesions>[2]['types'] },
): readonly LesionChange[] {
  if (current.comparison?.reportId === priorId) return current.comparison.lesions;
  return compareLesions(comparedExam(current), comparedExam(prior), { types, days: null });
}
