import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ReportDocument } from '@second-read/core/report/document';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '../../../api/organization/settings.ts';
import { downloadReport, type PdfImageUrls, type PdfLetterhead } from './download-report.ts';
import { downloadFailed, nothingToDownload } from './download-words.ts';

export interface PdfDownload {
  /** Whether a PDF is being drawn: buttons are disabled and read "Generating..." meanwhile. */
  readonly isGenerating: boolean;
  /** What went wrong last, in the words of the specification; null when nothing did. */
  readonly error: string | null;
  /** Draws and saves one report. Without a document it only says that there is none. */
  readonly download: (document: ReportDocument | null, images: PdfImageUrls) => Promise<void>;
  readonly dismiss: () => void;
}

/** Downloads reports as PDF, one at a time. */
export function usePdfDownload(manifest: ModuleManifest): PdfDownload {
  const [isGenerating, setGenerating] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const letterhead = useLetterhead();
  const download = async (document: ReportDocument | null, images: PdfImageUrls) => {
    if (isGenerating) return;
    if (document === null) return setError(nothingToDownload(manifest));
    setGenerating(true);
    setError(null);
    try {
      await downloadReport(document, images, letterhead);
    } catch {
      setError(downloadFailed(manifest));
    } finally {
      setGenerating(false);
    }
  };
  return { isGenerating, error, download, dismiss: () => setError(null) };
}

/** The organization's letterhead; undefined while it is not here, and where it cannot be had. */
export function useLetterhead(): PdfLetterhead {
  return useQuery(settingsQuery).data?.settings.letterhead;
}
