import type { ExportForm } from '@second-read/contract/reports';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { useState } from 'react';
import { requestFile } from '../../api/calls/files.ts';
import { saveFile } from '../../ui/save-file.ts';

export interface ExportOrder {
  readonly manifest: ModuleManifest;
  readonly reportId: string;
}

/** Has files of one report made and saved, one at a time. */
export function useExport(order: ExportOrder) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async (form: ExportForm) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const { blob, name } = await fileOf(form, order);
      saveFile(blob, name ?? `${order.reportId}.${form}`);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'The export failed.');
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, save };
}

function fileOf(form: ExportForm, { manifest, reportId }: ExportOrder) {
  const path = `/api/${manifest.apiPath}/reports/${encodeURIComponent(reportId)}/export/${form}/`;
  return requestFile(path);
}
