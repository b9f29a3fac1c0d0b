import { examOf } from '@second-read/analyses/stored-reading';
import type { CadView } from '@second-read/core/encode/export-record';
import { hangingOf } from '@second-read/core/exam/hanging';
import type { AppContext } from '../../../context.ts';
import type { StoredReport } from '../reports.repository.ts';
import { examRows } from './exam-rows.ts';

/**
 * The views of a mammography exam with the places of its findings, as their files name them; those of
 * another study or patient are left out.
 */
export async function examViews(
  stored: StoredReport,
  studyUid: string | undefined,
  context: Pick<AppContext, 'config' | 'db'>,
): Promise<CadView[]> {
  const exam = examOf(stored.report);
  if (!exam || studyUid === undefined) return [];
  const rows = await examRows(stored, exam, studyUid, context);
  return rows.flatMap(({ file, instance, frame, read }): CadView[] => {
    const hanging = hangingOf(read.evidence.facts);
    if (!hanging) return [];
    const marks = exam.findings.flatMap(({ id, found, slices }) =>
      found ? slices.filter((mark) => mark.file === file).map(({ box }) => ({ finding: id, box })) : [],
    );
    const { side, view } = hanging;
    return [{ ...instance, ...(frame !== null && { frame }), side, view, marks }];
  });
}
