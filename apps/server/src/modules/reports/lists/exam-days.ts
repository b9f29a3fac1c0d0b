import type { EveryReportQuery } from '@second-read/contract/reports';
import { eq, inArray } from 'drizzle-orm';
import { analyses, reports } from '../../../platform/database/schema.ts';
import { orUnreadable } from '../../../platform/log/or-unreadable.ts';
import { openExam } from '../../patients/index.ts';
import type { ListTools } from '../unreadable-report.ts';

/** So many are opened between two turns of the event loop. */
const batch = 250;

/** Those whose exam was on one of the days that are asked for: the date is sealed, so each is opened. */
export async function examinedOn<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { exam_from: from = '', exam_to: to = '9999-12-31' }: Pick<EveryReportQuery, 'exam_from' | 'exam_to'>,
  { db, config, log }: ListTools,
): Promise<Row[]> {
  const found = new Set<string>();
  for (let at = 0; at < rows.length; at += batch) {
    const ids = rows.slice(at, at + batch).map(({ id }) => id);
    const { id, patientKey, exam } = analyses;
    const sealed = await db
      .select({ report: reports.id, row: { id, patientKey, exam } })
      .from(reports)
      .innerJoin(analyses, eq(id, reports.analysisId))
      .where(inArray(reports.id, ids));
    for (const { report, row } of sealed) {
      const open = () => openExam(row, config.keys)?.taken?.date;
      const day = orUnreadable(report, log, open, () => undefined);
      if (day !== undefined && day >= from && day <= to) found.add(report);
    }
  }
  return rows.filter(({ id }) => found.has(id));
}
