import { examOf } from '@second-read/analyses/stored-reading';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { AppContext } from '../../../context.ts';
import { exportUid } from '../../../platform/compute/forms/export-uid.ts';
import { analyses } from '../../../platform/database/schema.ts';
import { openExam, openOrigin, type PictureExam, type PictureOrigin } from '../../patients/index.ts';
import type { ExamImage } from '../export/write-export.ts';
import type { StoredReport } from '../reports.repository.ts';

/** One image of a report as DICOM: the stored file, or a secondary capture of what came without metadata. */
export interface StoredImage {
  /** PNG of the image as displayed. */
  readonly png: string;
  /** From 1: of one frame of a file that has several. */
  readonly frame: number | null;
  /** Missing of a secondary capture, which is written from the PNG. */
  readonly file?: {
    /** The stored copy without identity. */
    readonly key: string;
    readonly seriesUid: string;
    readonly sopInstanceUid: string;
    readonly frameOfReferenceUid?: string | undefined;
    readonly number: number;
  };
  /** Of an exam: which of its images. */
  readonly image?: ExamImage;
}

interface ImageRow {
  readonly id: string;
  readonly patientKey: string | null;
  readonly exam: string | null;
  readonly origin: string | null;
  readonly sourceKey: string | null;
  readonly frame: number | null;
}

type Tools = Pick<AppContext, 'db' | 'config'>;

/**
 * The images that a report was read from, in the order of its stack. UIDs are those of the archive or the
 * file where the study is theirs, else derived: the same at every call.
 */
export async function storedImages(
  stored: StoredReport,
  studyUid: string,
  tools: Tools,
): Promise<StoredImage[]> {
  const exam = examOf(stored.report);
  if (exam) return examImages(stored, exam.slices, studyUid, tools);
  const { images, study, analysisId } = stored.report;
  if (images.original === undefined) return [];
  const [row] = await tools.db.select(columns).from(analyses).where(eq(analyses.id, analysisId));
  const file =
    row && study.format === 'dicom' ? fileOf(row, stored, { studyUid, number: 1 }, tools) : undefined;
  return [{ png: images.original, frame: row?.frame ?? null, ...(file && { file }) }];
}

const columns = {
  ...{ id: analyses.id, patientKey: analyses.patientKey, exam: analyses.exam, origin: analyses.origin },
  ...{ sourceKey: analyses.sourceKey, frame: analyses.frame },
};

async function examImages(
  stored: StoredReport,
  slices: readonly { readonly sent: number; readonly status: string }[],
  studyUid: string,
  tools: Tools,
): Promise<StoredImage[]> {
  if (stored.batchId === null) return [];
  const rows = await tools.db
    .select({ ...columns, slice: analyses.slice, examSlice: analyses.examSlice })
    .from(analyses)
    .where(and(eq(analyses.batchId, stored.batchId), isNotNull(analyses.examSlice)));
  const bySent = new Map(rows.map((row) => [row.slice, row]));
  return slices.flatMap(({ sent, status }, at): StoredImage[] => {
    const row = status === 'read' ? bySent.get(sent) : undefined;
    const kept = row?.examSlice;
    if (!row || !kept?.images) return [];
    const png = kept.images.original;
    const number = at + 1;
    // Other files state nothing of their pixels.
    const isDicom = kept.facts.bitsStored > 0;
    const file = isDicom ? fileOf(row, stored, { studyUid, number }, tools) : undefined;
    const image = { key: png, name: `image ${sent}`, number };
    return [{ png, frame: row.frame, ...(file ? { file } : { image }) }];
  });
}

/** Frames of one file share its stored copy, and so its instance. */
function fileOf(
  row: ImageRow,
  { report }: StoredReport,
  { studyUid, number }: { readonly studyUid: string; readonly number: number },
  { config }: Tools,
): StoredImage['file'] {
  const { sourceKey: key } = row;
  if (key === null) return undefined;
  const own = openExam(row, config.keys);
  const named = openOrigin(row, config.keys) ?? ofPatient(own, report.patientId);
  if (named?.studyUid === studyUid) {
    const { seriesUid, sopInstanceUid } = named;
    return {
      key,
      seriesUid,
      sopInstanceUid,
      frameOfReferenceUid: own?.instance?.frameOfReferenceUid,
      number,
    };
  }
  const derived = exportUid(`${report.id} file`);
  return { key, seriesUid: derived('picture-series'), sopInstanceUid: exportUid(key)('picture'), number };
}

function ofPatient(exam: PictureExam | undefined, patientId: string): PictureOrigin | undefined {
  return exam?.patientId === patientId ? exam.instance : undefined;
}
