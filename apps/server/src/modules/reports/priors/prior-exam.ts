import { examOf } from '@second-read/analyses/stored-reading';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { type ExamTime, examOrder } from '@second-read/core/report/exam-time';
import type { AppContext } from '../../../context.ts';
import { findOthersOfPatient, findReport, type StoredReport } from '../reports.repository.ts';

export interface PriorExam {
  readonly reportId: string;
  readonly exam: StoredExam;
  /** Of the exam by its files, else of its analysis. */
  readonly date: string;
  readonly isDateOfFiles: boolean;
}

/** So many earlier reports of a patient are opened: single pictures and withdrawn ones are passed over. */
const maxOpened = 10;
const maxLookedAt = 500;

/** The latest exam of the same patient and module that was made before this one; undefined without one. */
export async function findPriorExam(
  context: Pick<AppContext, 'db' | 'config'>,
  of: Pick<
    StoredReport['report'],
    'id' | 'module' | 'organisationId' | 'patientId' | 'patientGenerated' | 'createdAt'
  > & {
    readonly taken: ExamTime | undefined;
    /** Only reports of this account: it may read no others. */
    readonly by: string | undefined;
    /** The report of the same exam from another series: it is no earlier one. */
    readonly rereads?: string | undefined;
  },
): Promise<PriorExam | undefined> {
  const { module, organisationId } = of;
  const own = examOrder(of.taken, of.createdAt.toISOString());
  const others = (await findOthersOfPatient(context, of, { limit: maxLookedAt, by: of.by }))
    .map((each) => ({ each, order: examOrder(each.exam?.taken, each.createdAt.toISOString()) }))
    .filter(({ each, order }) => order < own && each.id !== of.rereads)
    .toSorted((a, b) => (a.order < b.order ? 1 : -1));
  for (const { each } of others.slice(0, maxOpened)) {
    const stored = await findReport(context, { id: each.id, module, organisationId });
    const exam = stored && stored.review?.mark.state !== 'withdrawn' ? examOf(stored.report) : undefined;
    if (!exam) continue;
    const taken = each.exam?.taken?.date;
    const date = taken ?? each.createdAt.toISOString().slice(0, 10);
    return { reportId: each.id, exam, date, isDateOfFiles: taken !== undefined };
  }
  return undefined;
}
