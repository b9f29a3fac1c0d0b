import type { ExportForm } from '@second-read/contract/reports';
import { columnsOf, reportTableHead, reportTableLine } from '@second-read/core/encode/csv/report-table';
import { writeExamSegmentation } from '@second-read/core/encode/dicom/exam-segmentation';
import { isDicomPatientId } from '@second-read/core/encode/dicom/fit-text';
import { writeSecondaryCapture } from '@second-read/core/encode/dicom/secondary-capture';
import { writeSegmentation } from '@second-read/core/encode/dicom/segmentation';
import { writeExamCad } from '@second-read/core/encode/dicom/sr/exam-cad';
import { writeMammographyCad } from '@second-read/core/encode/dicom/sr/mammography-cad';
import { writeMeasurementReport } from '@second-read/core/encode/dicom/sr/measurement-report';
import { drawCapture } from '@second-read/core/encode/draw-capture';
import type { ExportRecord } from '@second-read/core/encode/export-record';
import { fhirBundle, isFhirPatientId } from '@second-read/core/encode/fhir/bundle';
import type { LabelMap } from '@second-read/core/pixels/plane';
import type { AppContext } from '../../../context.ts';
import { Problem } from '../../../http/problem.ts';
import type { StoredReport } from '../reports.repository.ts';
import { currentLabels } from './current-labels.ts';
import { examSegments } from './exam-segments.ts';
import { examViews } from './exam-views.ts';
import { storedOriginal } from './stored-pictures.ts';

export interface ExportedFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array | string;
}

type Writer = (record: ExportRecord, stored: StoredReport, context: AppContext) => Promise<ExportedFile>;

export const dicomType = 'application/dicom';

const writers: Readonly<Record<ExportForm, Writer>> = {
  csv: async (record) => {
    const columns = columnsOf(record.document);
    const content = reportTableHead(columns) + reportTableLine(record, columns);
    return { name: `${record.reportId}.csv`, type: 'text/csv; charset=utf-8', content };
  },
  fhir: async (record, stored, context) => {
    if (!isFhirPatientId(record.patientId)) throw unwritable('FHIR');
    const bundle = fhirBundle(record, await labelsOf(record, stored, context));
    const name = `${record.reportId}.fhir.json`;
    return { name, type: 'application/fhir+json; charset=utf-8', content: JSON.stringify(bundle, null, 1) };
  },
  'dicom-sr': async (record, stored, context) => {
    const labels = await labelsOf(record, stored, context);
    return dicomFile(record, 'sr', writeMeasurementReport(record, labels));
  },
  'dicom-cad-sr': async (record, stored, context) => {
    const cad = record.slices
      ? await writeExamViews(record, stored, context)
      : writeMammographyCad(record, await currentLabels(stored, context));
    if (!cad) throw new Problem('not_exportable', 'A CAD report can be made of mammograms only.');
    return dicomFile(record, 'cad-sr', cad);
  },
  'dicom-seg': async (record, stored, context) => {
    const segmentation = record.slices
      ? writeExamSegmentation(record)
      : writeSegmentation(record, await currentLabels(stored, context));
    if (!segmentation) throw new Problem('not_exportable', record.slices ? noSlices : noRegion);
    return dicomFile(record, 'seg', segmentation);
  },
  'dicom-sc': async (record, stored, context) => {
    const picture = await storedOriginal(stored.report, context);
    const drawn = drawCapture(record, picture, await currentLabels(stored, context));
    return dicomFile(record, 'sc', writeSecondaryCapture(record, 'capture', drawn));
  },
  'dicom-picture': async (record, { report }, context) =>
    dicomFile(
      record,
      'picture',
      writeSecondaryCapture(record, 'picture', await storedOriginal(report, context)),
    ),
};

const noRegion = 'The analysis marked no region in this image.';
const noSlices =
  'A segmentation of an exam refers to the slices of one DICOM series of this patient; this exam has none.';

const noViews =
  'A CAD report of an exam refers to the mammograms of one DICOM study of this patient; this exam has none.';

async function writeExamViews(record: ExportRecord, stored: StoredReport, context: AppContext) {
  const views = await examViews(stored, record.source?.studyUid, context);
  if (record.coding.cad && views.length === 0) throw new Problem('not_exportable', noViews);
  return writeExamCad(record, views);
}

/** Forms that show or mark the one picture of a report. */
const ofOnePicture: ReadonlySet<ExportForm> = new Set(['dicom-sc', 'dicom-picture']);

/** Forms that tell of the outlines of an exam. */
const outlining: ReadonlySet<ExportForm> = new Set(['fhir', 'dicom-sr', 'dicom-seg']);

/** Of an exam no class of a single slice is written: its regions are the findings. */
function labelsOf(record: ExportRecord, stored: StoredReport, context: AppContext): Promise<LabelMap> {
  if (!record.slices) return currentLabels(stored, context);
  return Promise.resolve({ width: 1, height: 1, data: new Uint8Array(1) });
}

/** One form of a stored report. Throws `not_exportable` where the form cannot say what the report says. */
export async function writeExport(
  form: ExportForm,
  record: ExportRecord,
  stored: StoredReport,
  context: AppContext,
): Promise<ExportedFile> {
  if (form.startsWith('dicom-')) requireDicomPatientId(record);
  if (record.slices && ofOnePicture.has(form))
    throw new Problem('not_exportable', 'This form shows one image; an exam has several.');
  const segments =
    record.slices && outlining.has(form)
      ? await examSegments(stored, record.source?.studyUid, context)
      : undefined;
  return writers[form](segments ? { ...record, examSegments: segments } : record, stored, context);
}

export function requireDicomPatientId({ patientId }: ExportRecord): void {
  if (!isDicomPatientId(patientId)) throw unwritable('DICOM');
}

export function dicomFile({ reportId }: ExportRecord, ending: string, content: Uint8Array): ExportedFile {
  return { name: `${reportId}.${ending}.dcm`, type: dicomType, content };
}

function unwritable(form: string): Problem {
  const message = `The patient ID has characters or a length that ${form} does not allow, and is not altered.`;
  return new Problem('not_exportable', message);
}
