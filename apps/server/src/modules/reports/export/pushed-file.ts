import type { PushForm } from '@second-read/contract/pacs';
import type { ArchivedStudy, InstanceName } from '@second-read/core/encode/export-record';
import type { AppContext } from '../../../context.ts';
import type { WorkOptions } from '../../../platform/compute/compute.ts';
import { uidsFrom } from '../../../platform/compute/forms/export-uid.ts';
import { readSealed } from '../../../platform/spool/sealed-file.ts';
import { spoolKey } from '../../../platform/spool/spool-key.ts';
import type { StoredReport } from '../reports.repository.ts';
import { storedRecord } from './stored-record.ts';
import { writeExport } from './write-export.ts';

export const instanceOfForm: Readonly<Record<PushForm, InstanceName>> = {
  'dicom-sr': 'report',
  'dicom-cad-sr': 'cad-report',
  'dicom-seg': 'segmentation',
  'dicom-sc': 'capture',
  'dicom-picture': 'picture',
  'dicom-pdf': 'document',
  'dicom-ko': 'key-objects',
};

export interface Pushed {
  readonly form: PushForm;
  readonly organisation: string;
  /** What the archive says of the study that the results join. */
  readonly archived: ArchivedStudy | undefined;
}

/**
 * One form of a stored report as an archive gets it; `sha256`: of the PDF in it. Throws `not_exportable`
 * as the download does.
 */
export async function pushedFile(
  stored: StoredReport,
  { form, organisation, archived }: Pushed,
  work: WorkOptions,
  context: AppContext,
): Promise<{ sopInstanceUid: string; content: Uint8Array; sha256: string | undefined }> {
  const { record: plain, uids } = await storedRecord(stored, { organisation, uids: 'original' }, context);
  const record = { ...plain, ...(archived && { archived }) };
  const sopInstanceUid = uidsFrom(uids)(instanceOfForm[form]);
  const file = await writeExport(form, { record, uids }, stored, work, context);
  try {
    return { sopInstanceUid, content: await readSealed(file.path, spoolKey()), sha256: file.sha256 };
  } finally {
    await file.discard();
  }
}
