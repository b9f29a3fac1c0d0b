import { examOf, readingOf } from '@second-read/analyses/stored-reading';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { type HidableReport, hiddenResults, type Reader } from '../reviews/index.ts';
import type { StoredReport } from './reports.repository.ts';

/** The reports as the caller sees them: a result that they are to read first is taken out of its report. */
export async function seenBy(
  caller: Reader,
  rows: readonly StoredReport[],
  { db }: Pick<AppContext, 'db'>,
): Promise<StoredReport[]> {
  const hidden = await hiddenResults(db, caller, rows.map(hidable));
  return rows.map((row) => (hidden.has(row.report.id) ? withoutResult(row) : row));
}

/** @throws Problem `read_first` where the caller may not see the result yet */
export async function requireSeen(
  caller: Reader,
  stored: StoredReport,
  { db }: Pick<AppContext, 'db'>,
): Promise<void> {
  const hidden = await hiddenResults(db, caller, [hidable(stored)]);
  if (hidden.size > 0)
    throw new Problem('read_first', 'The result is hidden from you until you give your opinion.');
}

export function hidable({ report: { id, module, createdAt }, review }: StoredReport): HidableReport {
  const state = review?.mark.state ?? 'preliminary';
  return { id, module, createdAt, isFinal: state !== 'preliminary' && state !== 'in_review' };
}

function withoutResult(stored: StoredReport): StoredReport {
  const { report } = stored;
  const exam = examOf(report);
  const { original } = report.images;
  // The picture that stands for an exam is the slice that shows its first finding.
  const nothing = readingOf({ module: report.module, wire: {} });
  const images = exam || original === undefined ? {} : { original };
  return {
    ...stored,
    isHidden: true,
    report: {
      ...report,
      wire: {},
      reading: exam ? unreadExam(exam) : nothing,
      images,
      scores: {},
      candidates: [],
    },
    machine: { wire: {}, reading: nothing },
    review: stored.review && {
      ...stored.review,
      content: { ...stored.review.content, wire: {}, written: {}, measurements: [], keyImages: [] },
    },
  };
}

/** Its slices alone. */
function unreadExam({ slices, series, rereads, ...exam }: StoredExam): StoredExam {
  const { module, kind, version } = exam;
  return {
    ...{ module, kind, version, slices, findings: [], scores: {} },
    ...(series && { series }),
    ...(rereads !== undefined && { rereads }),
    reading: { facts: {}, technique: null, limits: [], rules: [], keySlices: [] },
    wording: { conclusion: '', findings: [], notAssessed: [], technique: [], trace: [] },
  };
}
