import { examOf } from '@second-read/analyses/stored-reading';
import type { ExamComparison } from '@second-read/core/exam/report/comparison';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { examOrder } from '@second-read/core/report/exam-time';
import type { PictureExam } from '../../patients/index.ts';
import { findOthersOfPatient, findReports, type StoredReport } from '../reports.repository.ts';
import type { ListTools } from '../unreadable-report.ts';

export interface PriorExam {
  readonly reportId: string;
  /** In its latest version: signed, else as it is reviewed, else as the engine read it. */
  readonly exam: StoredExam;
  readonly version: NonNullable<ExamComparison['version']>;
  /** What the engine found and that version no longer has. */
  readonly rejected: StoredExam['findings'];
  /** Of the exam by its files, else of its analysis. */
  readonly date: string;
  readonly isDateOfFiles: boolean;
}

/** So many earlier reports of a patient are opened: single pictures and withdrawn ones are passed over. */
const maxOpened = 10;
const maxLookedAt = 500;

/** The latest exam of the same patient and module that was made before this one; undefined without one. */
export async function findPriorExam(
  context: ListTools,
  of: Pick<
    StoredReport['report'],
    'id' | 'module' | 'organisationId' | 'patientId' | 'patientGenerated' | 'createdAt'
  > & {
    /** What its files state. */
    readonly exam: PictureExam | undefined;
    /** Only reports of this account: it may read no others. */
    readonly by: string | undefined;
    /** The report of the same exam from another series: it is no earlier one. */
    readonly rereads?: string | undefined;
  },
): Promise<PriorExam | undefined> {
  const own = examOrder(of.exam?.taken, of.createdAt.toISOString());
  const others = (await findOthersOfPatient(context, of, { limit: maxLookedAt, by: of.by }))
    .map((each) => ({ each, order: examOrder(each.exam?.taken, each.createdAt.toISOString()) }))
    .filter(({ each, order }) => order < own && each.id !== of.rereads && !isSameExam(each.exam, of.exam))
    .toSorted((a, b) => (a.order < b.order ? 1 : -1));
  for (const { each } of others.slice(0, maxOpened)) {
    const [stored] = await findReports(context, [each.id]);
    const exam = stored && stored.review?.mark.state !== 'withdrawn' ? examOf(stored.report) : undefined;
    if (!exam) continue;
    const taken = each.exam?.taken?.date;
    const date = taken ?? each.createdAt.toISOString().slice(0, 10);
    const state = stored?.review?.mark.state;
    const version = state === undefined ? 'engine' : state === 'preliminary' ? 'draft' : 'signed';
    const rejected = rejectedIn(exam, stored && examOf(stored.machine));
    return { reportId: each.id, exam, version, rejected, date, isDateOfFiles: taken !== undefined };
  }
  return undefined;
}

/** The same images read again are no earlier exam. */
function isSameExam(one: PictureExam | undefined, other: PictureExam | undefined): boolean {
  const [at, otherAt] = [one?.taken, other?.taken];
  if (at && otherAt && at.date !== otherAt.date) return false;
  const studyUid = one?.instance?.studyUid;
  const isOneStudy = studyUid !== undefined && studyUid === other?.instance?.studyUid;
  return isOneStudy || (at?.time !== undefined && at.time === otherAt?.time);
}

function rejectedIn({ findings }: StoredExam, machine: StoredExam | undefined): StoredExam['findings'] {
  const isThere = (id: string) => findings.some((finding) => finding.found && finding.id === id);
  return (machine?.findings ?? []).filter(({ id, found }) => found && !isThere(id));
}
