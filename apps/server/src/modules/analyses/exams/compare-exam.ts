import { moduleOf } from '@second-read/analyses/catalogue';
import { besidePrior } from '@second-read/analyses/exam-list';
import type { PriorOfExam } from '@second-read/core/exam/report/beside-prior';
import { comparedExam, compareLesions } from '@second-read/core/exam/report/comparison';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { ExamTime } from '@second-read/core/report/exam-time';
import type { AppContext } from '../../../context.ts';
import { findScope } from '../../accounts/index.ts';
import { openPatient } from '../../patients/index.ts';
import { findPriorExam, type PriorExam } from '../../reports/index.ts';
import { reportIdOf } from '../results/blob-keys.ts';
import type { Run } from '../run/run.ts';

const dayMs = 86_400_000;

/** The exam with what changed since the latest one of the same patient; as it is where there is none. */
export async function withComparison(
  exam: StoredExam,
  run: Run,
  taken: ExamTime | undefined,
  context: AppContext,
): Promise<StoredExam> {
  const words = moduleOf(run.module).exam;
  const scope = await findScope(context, run.userId);
  if (!words || !scope) return exam;
  const of = { ...placeOf(run, context), taken, by: scope.userId, rereads: exam.rereads };
  const prior = await findPriorExam(context, of);
  if (!prior) return exam;
  const days = daysSince(prior, taken);
  const lesions = compareLesions(comparedExam(exam), comparedExam(prior.exam), { types: words.types, days });
  return {
    ...(await readBeside(exam, { ...comparedExam(prior.exam), days, lesions })),
    comparison: { reportId: prior.reportId, date: prior.date, days, lesions },
  };
}

/** By the module's rules for exams that are not the first. */
export async function readBeside(exam: StoredExam, prior: PriorOfExam): Promise<StoredExam> {
  const rules = await besidePrior[exam.module]?.();
  if (!rules) return exam;
  const reading = rules({ ...exam.reading, module: exam.module }, exam.findings, prior);
  // Through JSON, as the database keeps it.
  return { ...exam, reading: JSON.parse(JSON.stringify(reading)) };
}

function placeOf(run: Run, { config, now }: AppContext) {
  const { module, organisationId, patientGenerated } = run;
  const patientId = openPatient('analyses', run, config.keys);
  return { id: reportIdOf(run), module, organisationId, patientGenerated, patientId, createdAt: now() };
}

/** Dates of analyses say nothing of the time between exams. */
function daysSince({ date, isDateOfFiles }: PriorExam, taken: ExamTime | undefined): number | null {
  if (!isDateOfFiles || taken === undefined) return null;
  return Math.round((Date.parse(taken.date) - Date.parse(date)) / dayMs);
}
