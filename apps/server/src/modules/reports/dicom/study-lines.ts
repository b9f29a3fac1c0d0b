import { and, asc, eq, gt, or } from 'drizzle-orm';
import type { AppContext } from '../../../context.ts';
import { analyses, reports } from '../../../platform/database/schema.ts';
import { orUnreadable } from '../../../platform/log/or-unreadable.ts';
import { openExam, openOrigin, openPatient } from '../../patients/index.ts';
import { instanceOfFile, studyUidOf } from '../export/stored-record.ts';

/** One report in the DICOM study that its images and results are in. */
export interface StudyLine {
  readonly id: string;
  readonly userId: string;
  readonly studyUid: string;
  /** Of the exam where its file states one, `20260131`. */
  readonly studyDate: string;
  readonly createdAt: Date;
}

type Tools = Pick<AppContext, 'db' | 'config' | 'log'>;
type Row = Awaited<ReturnType<typeof rowsAfter>>[number];

/** Rows that are opened in one go: a few milliseconds. */
const pageRows = 100;

/**
 * The reports of an organization made after a moment that are not known yet, oldest first, page by page;
 * unreadable ones are left out.
 */
export async function* studyLines(
  organisationId: string,
  { after, isKnown }: { readonly after: Date; readonly isKnown: (id: string) => boolean },
  tools: Tools,
): AsyncGenerator<StudyLine[]> {
  for (let last = { createdAt: after, id: '' }; ; ) {
    const rows = await rowsAfter(organisationId, last, tools);
    yield rows
      .filter(({ id }) => !isKnown(id))
      .flatMap((row) =>
        orUnreadable(
          row.id,
          tools.log,
          () => [lineOf(row, tools)],
          () => [],
        ),
      );
    const end = rows.at(-1);
    if (!end || rows.length < pageRows) return;
    last = end;
  }
}

function lineOf(row: Row, { config }: Tools): StudyLine {
  const { id, userId, createdAt } = row;
  const exam = openExam(row.analysis, config.keys);
  const isOfPatient = () =>
    instanceOfFile({ report: { patientId: openPatient('reports', row, config.keys) }, exam });
  const instance = openOrigin(row.analysis, config.keys) ?? (exam?.instance && isOfPatient());
  const studyUid = studyUidOf(id, instance, config.exportUids);
  return { id, userId, studyUid, studyDate: exam?.taken?.date.replaceAll('-', '') ?? '', createdAt };
}

function rowsAfter(organisationId: string, last: { createdAt: Date; id: string }, { db }: Tools) {
  const { id, userId, createdAt, patientId, patientKey } = reports;
  const { id: analysisId, patientKey: analysisKey, exam, origin } = analyses;
  return db
    .select({
      ...{ id, userId, createdAt, patientId, patientKey },
      analysis: { id: analysisId, patientKey: analysisKey, exam, origin },
    })
    .from(reports)
    .innerJoin(analyses, eq(analyses.id, reports.analysisId))
    .where(
      and(
        eq(reports.organisationId, organisationId),
        or(gt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), gt(id, last.id))),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(pageRows);
}
