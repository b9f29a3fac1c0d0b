import type { ModuleManifest } from '@second-read/core/analysis/manifest';

/** Said where there is nothing to put into a PDF. */
export function nothingToDownload({ pdfWords }: ModuleManifest): string {
  return pdfWords?.nothingToDownload ?? 'No report available to download.';
}

/** Said where a PDF could not be made. */
export function downloadFailed({ pdfWords }: ModuleManifest): string {
  return pdfWords?.failed ?? 'Failed to generate PDF report. Please try again.';
}
