import { createHash } from 'node:crypto';
import { writeEncapsulatedPdf } from '@second-read/core/encode/dicom/encapsulated-pdf';
import { writeExamSegmentation } from '@second-read/core/encode/dicom/exam-segmentation';
import { writeSecondaryCapture } from '@second-read/core/encode/dicom/secondary-capture';
import { writeSegmentation } from '@second-read/core/encode/dicom/segmentation';
import { writeExamCad } from '@second-read/core/encode/dicom/sr/exam-cad';
import { writeKeyObjectSelection } from '@second-read/core/encode/dicom/sr/key-object-selection';
import { writeMammographyCad } from '@second-read/core/encode/dicom/sr/mammography-cad';
import { writeMeasurementReport } from '@second-read/core/encode/dicom/sr/measurement-report';
import { drawCapture } from '@second-read/core/encode/draw-capture';
import type { CadView, ExportRecord } from '@second-read/core/encode/export-record';
import { fhirBundle } from '@second-read/core/encode/fhir/bundle';
import type { LabelMap } from '@second-read/core/pixels/plane';
import { type MarkedVersion, reviewedLabels } from '@second-read/core/review/reviewed-labels';
import { writeSealed } from '../../spool/sealed-file.ts';
import type { PaperTask } from './draw-paper.ts';
import { examSegments, type OutlinedExam } from './exam-segments.ts';
import { type UidBasis, uidsFrom } from './export-uid.ts';
import { decodeLabels, decodePng } from './stored-png.ts';

export type WrittenForm =
  | 'fhir'
  | 'dicom-sr'
  | 'dicom-cad-sr'
  | 'dicom-seg'
  | 'dicom-sc'
  | 'dicom-picture'
  | 'dicom-pdf'
  | 'dicom-ko';

/** One form of a report, written into an encrypted file. */
export interface FormTask {
  readonly form: WrittenForm;
  readonly record: Omit<ExportRecord, 'uid'>;
  readonly uids: UidBasis;
  /** Stored PNGs; of an exam none. */
  readonly labels?: Uint8Array | undefined;
  readonly original?: Uint8Array | undefined;
  /** Instance number of `dicom-picture`, where it is one image of an exam. */
  readonly number?: number | undefined;
  readonly marked?: MarkedVersion | undefined;
  /** Of an exam of slices, for the forms that tell of its outlines. */
  readonly exam?: OutlinedExam | undefined;
  /** For `dicom-pdf`. */
  readonly paper?: PaperTask | undefined;
  /** Of an exam of mammograms. */
  readonly views?: readonly CadView[] | undefined;
  readonly target: string;
}

export type FormOutcome =
  /** `sha256`: of the PDF that was wrapped. */
  | { readonly ok: true; readonly bytes: number; readonly sha256?: string }
  /** The form cannot say what the report says. */
  | { readonly ok: false; readonly reason: 'no_cad' | 'nothing_marked' | 'no_key_images' };

export async function writeForm(task: FormTask, spoolKey: Uint8Array): Promise<FormOutcome> {
  const outlined = task.exam && (await examSegments(task.exam));
  const record = {
    ...task.record,
    uid: uidsFrom(task.uids),
    ...(outlined && { examSegments: outlined }),
  };
  const pdf = task.paper && (await drawn(task.paper));
  const content = pdf ? writeEncapsulatedPdf(record, pdf) : await contentOf(record, task);
  if (content === undefined) return { ok: false, reason: lacking[task.form] ?? 'nothing_marked' };
  await writeSealed(task.target, [content], spoolKey);
  const sha256 = pdf && createHash('sha256').update(pdf).digest('hex');
  return { ok: true, bytes: content.length, ...(sha256 && { sha256 }) };
}

const lacking = { 'dicom-cad-sr': 'no_cad', 'dicom-ko': 'no_key_images' } as Readonly<
  Partial<Record<WrittenForm, 'no_cad' | 'no_key_images'>>
>;

async function contentOf(record: ExportRecord, task: FormTask): Promise<Uint8Array | undefined> {
  switch (task.form) {
    case 'fhir':
      return new TextEncoder().encode(JSON.stringify(fhirBundle(record, await labelsOf(task)), null, 1));
    case 'dicom-sr':
      return writeMeasurementReport(record, await labelsOf(task));
    case 'dicom-cad-sr':
      return record.slices
        ? writeExamCad(record, [...(task.views ?? [])])
        : writeMammographyCad(record, await labelsOf(task));
    case 'dicom-seg':
      return record.slices ? writeExamSegmentation(record) : writeSegmentation(record, await labelsOf(task));
    case 'dicom-sc':
      return writeSecondaryCapture(
        record,
        'capture',
        drawCapture(record, await decodePng(given(task.original)), await labelsOf(task)),
      );
    case 'dicom-picture':
      return writeSecondaryCapture(record, 'picture', await decodePng(given(task.original)), task.number);
    case 'dicom-ko':
      return writeKeyObjectSelection(record);
    case 'dicom-pdf':
      throw new Error('a PDF is made of what it shows');
  }
}

/** What draws is loaded where something is drawn. */
const drawn = async (paper: PaperTask) => (await import('./draw-paper.ts')).drawPaper(paper);

/** Of an exam no class of a single slice is written: its regions are the findings. */
async function labelsOf({ labels, marked }: FormTask): Promise<LabelMap> {
  if (labels === undefined) return { width: 1, height: 1, data: new Uint8Array(1) };
  const machine = await decodeLabels(labels);
  return marked === undefined ? machine : reviewedLabels(machine, marked);
}

function given(file: Uint8Array | undefined): Uint8Array {
  if (file === undefined) throw new Error('a picture of a report is missing');
  return file;
}
