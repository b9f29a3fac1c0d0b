import { moduleOf } from '@second-read/analyses/catalogue';
import { comparedExam, compareLesions } from '@second-read/core/exam/report/comparison';
import { concludedExam } from '@second-read/core/exam/report/concluded-exam';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { ExamTime } from '@second-read/core/report/exam-time';
import type { AppContext } from '../../../context.ts';
import { findScope } from '../../accounts/index.ts';
import { openPatient, type PictureExam } from '../../patients/index.ts';
import { findPriorExam, type PriorExam } from '../../reports/index.ts';
import type { Run } from '../analyses.repository.ts';
import { reportIdOf } from '../results/blob-keys.ts';

const dayMs = 86_400_000;

/**
 * The exam with what changed since the latest one of the same patient; as it is where there is none. `file`:
 * what its files state.
 */
export async function withComparison(
  exam: StoredExam,
  run: Run,
  file: PictureExam | undefined,
  context: Pick<AppContext, 'config' | 'db' | 'log' | 'now'>,
): Promise<StoredExam> {
  const words = moduleOf(run.module).exam;
  const scope = await findScope(context, run.userId);
  if (!words || !scope) return exam;
  const of = { ...placeOf(run, context), exam: file, by: scope.userId, rereads: exam.rereads };
  const prior = await findPriorExam(context, of);
  if (!prior) return exam;
  const days = daysSince(prior, file?.taken);
  const before = { ...comparedExam(prior.exam), rejected: prior.rejected };
  const lesions = compareLesions(comparedExam(exam), before, { types: words.types, days });
  const { reportId, date, version } = prior;
  const comparison = { reportId, date, days, version, spacingMm: before.spacingMm, lesions };
  return concludedExam({ ...exam, comparison }, words);
}

function placeOf(run: Run, { config, now }: Pick<AppContext, 'config' | 'now'>) {
  const { module, organisationId, patientGenerated } = run;
  const patientId = openPatient('analyses', run, config.keys);
  return { id: reportIdOf(run), module, organisationId, patientGenerated, patientId, createdAt: now() };
}

/** Dates of analyses say nothing of the time between exams. */
function daysSince({ date, isDateOfFiles }: PriorExam, taken: ExamTime | undefined): number | null {
  if (!isDateOfFiles || taken === undefined) return null;
  return Math.round((Date.parse(taken.date) - Date.parse(date)) / dayMs);
}
