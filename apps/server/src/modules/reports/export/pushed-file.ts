import type { PushForm } from '@second-read/contract/pacs';
import { writeEncapsulatedPdf } from '@second-read/core/encode/dicom/encapsulated-pdf';
import type { ArchivedStudy, InstanceName } from '@second-read/core/encode/export-record';
import type { AppContext } from '../../../context.ts';
import type { StoredReport } from '../reports.repository.ts';
import { storedRecord } from './stored-record.ts';
import { requireDicomPatientId, writeExport } from './write-export.ts';

const instances: Readonly<Record<PushForm, InstanceName>> = {
  'dicom-sr': 'report',
  'dicom-cad-sr': 'cad-report',
  'dicom-seg': 'segmentation',
  'dicom-sc': 'capture',
  'dicom-picture': 'picture',
  'dicom-pdf': 'document',
};

export interface Pushed {
  readonly form: PushForm;
  readonly organisation: string;
  /** What the archive says of the study that the results join. */
  readonly archived: ArchivedStudy | undefined;
  /** The drawn report, for `dicom-pdf`. */
  readonly document: Uint8Array | undefined;
}

/** One form of a stored report as an archive gets it. Throws `not_exportable` as the download does. */
export async function pushedFile(
  stored: StoredReport,
  { form, organisation, archived, document }: Pushed,
  context: AppContext,
): Promise<{ sopInstanceUid: string; content: Uint8Array }> {
  const plain = await storedRecord(stored, { organisation, uids: 'original' }, context);
  const record = { ...plain, ...(archived && { archived }) };
  const sopInstanceUid = record.uid(instances[form]);
  if (form === 'dicom-pdf') {
    if (!document) throw new Error('the document of a push is missing');
    requireDicomPatientId(record);
    return { sopInstanceUid, content: writeEncapsulatedPdf(record, document) };
  }
  const { content } = await writeExport(form, record, stored, context);
  if (typeof content === 'string') throw new Error('a DICOM form was written as text');
  return { sopInstanceUid, content };
}
