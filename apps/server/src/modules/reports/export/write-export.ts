import { join } from 'node:path';
import { byteOrderMark } from '@second-read/core/encode/csv/csv-cell';
import { columnsOf, reportTableHead, reportTableLine } from '@second-read/core/encode/csv/report-table';
import { isDicomPatientId } from '@second-read/core/encode/dicom/fit-text';
import { isFhirPatientId } from '@second-read/core/encode/fhir/bundle';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import type { WorkOptions, WrittenForm } from '../../../platform/compute/compute.ts';
import { openSpoolFolder } from '../../../platform/spool/spool-folder.ts';
import type { StoredReport } from '../reports.repository.ts';
import { markedVersion } from './current-labels.ts';
import { outlinedExam } from './exam-rows.ts';
import { examViews } from './exam-views.ts';
import { inCompute } from './in-compute.ts';
import { paperOf } from './paper-of.ts';
import { storedPng } from './stored-pictures.ts';
import type { ReportRecord } from './stored-record.ts';

interface Named {
  readonly name: string;
  readonly type: string;
}

export type ExportedFile = Named & { readonly content: Uint8Array | string };
/** In an encrypted file, which whoever sent it discards. */
export type SpooledFile = Named & {
  readonly path: string;
  readonly bytes: number;
  /** Of the PDF that a `dicom-pdf` wraps. */
  readonly sha256?: string;
  discard(): Promise<void>;
};

export const dicomType = 'application/dicom';

const endings: Readonly<Record<Exclude<WrittenForm, 'fhir'>, string>> = {
  'dicom-sr': 'sr',
  'dicom-cad-sr': 'cad-sr',
  'dicom-seg': 'seg',
  'dicom-sc': 'sc',
  'dicom-picture': 'picture',
  'dicom-pdf': 'pdf',
  'dicom-ko': 'ko',
};

/** Forms that show or mark the one picture of a report. */
const ofOnePicture: ReadonlySet<WrittenForm> = new Set(['dicom-sc', 'dicom-picture']);
/** Forms that tell of no outlines. */
const unmarked: ReadonlySet<WrittenForm> = new Set(['dicom-picture', 'dicom-pdf', 'dicom-ko']);
/** Forms that tell of the outlines of an exam. */
const outlining: ReadonlySet<WrittenForm> = new Set(['fhir', 'dicom-sr', 'dicom-seg']);

/** One image of an exam, for `dicom-picture`. */
export interface ExamImage {
  /** Of its PNG. */
  readonly key: string;
  /** What its UID is made of, and its instance number. */
  readonly name: string;
  readonly number: number;
}

const noCad = 'A CAD report can be made of mammograms only.';
const noRegion = 'The analysis marked no region in this image.';
const noSlices =
  'A segmentation of an exam refers to the slices of one DICOM series of this patient; this exam has none.';
const noKeyImages = 'No slice or image of this report was chosen as a key image.';
const noViews =
  'A CAD report of an exam refers to the mammograms of one DICOM study of this patient; this exam has none.';

const lackWords: Readonly<Record<string, string>> = { no_cad: noCad, no_key_images: noKeyImages };

/** One line with its head. */
export function writeTable({ record }: ReportRecord): ExportedFile {
  const columns = columnsOf(record.document);
  const content = byteOrderMark + reportTableHead(columns) + reportTableLine(record, columns);
  return { name: `${record.reportId}.csv`, type: 'text/csv; charset=utf-8', content };
}

/**
 * One form of a stored report, written in a compute thread. Throws `not_exportable` where the form cannot say
 * what the report says.
 */
export async function writeExport(
  form: WrittenForm,
  { record, uids }: ReportRecord,
  stored: StoredReport,
  work: WorkOptions,
  context: AppContext,
  image?: ExamImage,
): Promise<SpooledFile> {
  requirePatientId(form, record);
  if (record.slices && ofOnePicture.has(form) && !image)
    throw new Problem('not_exportable', 'This form shows one image; an exam has several.');
  const isOutlined = record.slices !== undefined && outlining.has(form);
  const exam = isOutlined ? await outlinedExam(stored, record.source?.studyUid, context) : undefined;
  const isCadOfExam = record.slices !== undefined && form === 'dicom-cad-sr';
  const views = isCadOfExam ? await examViews(stored, record.source?.studyUid, context) : undefined;
  if (views?.length === 0 && record.coding.cad) throw new Problem('not_exportable', noViews);
  const paper = form === 'dicom-pdf' ? await paperOf(stored, work.by, context) : undefined;
  const { images } = stored.report;
  const isMarked = !record.slices && !unmarked.has(form);
  const folder = openSpoolFolder(context.config.uploadDir);
  const path = join(folder.path, 'form');
  try {
    const outcome = await inCompute(
      context.compute.writeForm(
        {
          ...{ form, record, exam, views, paper, target: path, number: image?.number },
          uids: image ? { ...uids, image: image.name } : uids,
          ...(isMarked && { labels: await storedPng(images.labels, context), marked: markedVersion(stored) }),
          ...(ofOnePicture.has(form) && {
            original: await storedPng(image?.key ?? images.original, context),
          }),
        },
        work,
      ),
    );
    if (!outcome.ok)
      throw new Problem('not_exportable', lackWords[outcome.reason] ?? (record.slices ? noSlices : noRegion));
    const { bytes, sha256 } = outcome;
    return { ...nameOf(form, record), path, bytes, ...(sha256 && { sha256 }), discard: folder.discard };
  } catch (error) {
    await folder.discard();
    throw error;
  }
}

function nameOf(form: WrittenForm, { reportId }: { readonly reportId: string }): Named {
  if (form === 'fhir') return { name: `${reportId}.fhir.json`, type: 'application/fhir+json; charset=utf-8' };
  return { name: `${reportId}.${endings[form]}.dcm`, type: dicomType };
}

function requirePatientId(form: WrittenForm, record: { readonly patientId: string }): void {
  if (form === 'fhir' && !isFhirPatientId(record.patientId)) throw unwritable('FHIR');
  if (form !== 'fhir' && !isDicomPatientId(record.patientId)) throw unwritable('DICOM');
}

function unwritable(form: string): Problem {
  const message = `The patient ID has characters or a length that ${form} does not allow, and is not altered.`;
  return new Problem('not_exportable', message);
}
