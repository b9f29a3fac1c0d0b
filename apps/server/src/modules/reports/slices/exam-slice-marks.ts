import { moduleOf } from '@second-read/analyses/catalogue';
import { examOf } from '@second-read/analyses/stored-reading';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { AnyFinding } from '@second-read/core/reading/reading';
import { marksOf } from '@second-read/core/report/marks-of';
import { bareFinding } from '@second-read/core/review/module-parts';
import { and, eq } from 'drizzle-orm';
import type { AppContext } from '../../../context.ts';
import { analyses } from '../../../platform/database/schema.ts';
import type { StoredReport } from '../reports.repository.ts';

/**
 * Places on one slice of an exam above and below the operating point. None of a slice that was not read, and
 * of any other report.
 * @param at from 0 along the stack
 */
export async function sliceMarks(
  { report, machine, batchId }: StoredReport,
  at: number,
  context: AppContext,
): Promise<ReturnType<typeof marksOf>> {
  const exam = examOf(machine);
  const slice = exam?.slices[at];
  if (!exam || batchId === null || slice?.status !== 'read') return { marks: [], own: 0 };
  const [row] = await context.db
    .select({ examSlice: analyses.examSlice })
    .from(analyses)
    .where(and(eq(analyses.batchId, batchId), eq(analyses.slice, slice.sent)));
  const outcome = row?.examSlice?.outcome;
  if (outcome?.status !== 'read') return { marks: [], own: 0 };
  return marksOf(outcome.candidates, foundOn(slice.file, exam, report.module), outcome);
}

/** What the machine's report names on a slice, called as in single pictures. */
function foundOn(
  file: string,
  { findings }: StoredExam,
  module: StoredReport['report']['module'],
): AnyFinding[] {
  const types = moduleOf(module).exam?.types ?? {};
  return findings
    .filter(({ found }) => found)
    .flatMap(({ id, type, slices }) =>
      slices
        .filter((mark) => mark.file === file)
        .map(({ box }) => ({
          ...bareFinding(types[type]?.lesion ?? type, id),
          region: { box, centre: null, labelClass: null },
        })),
    );
}
