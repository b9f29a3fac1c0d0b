import type { AnalysisId } from '@second-read/core/analysis/manifest';

/** Said where there is nothing to put into a PDF. */
export function nothingToDownload(module: AnalysisId): string {
  return module === 'cervix' ? 'No image available to download.' : 'No report available to download.';
}

/** Said where a PDF could not be made. */
export function downloadFailed(module: AnalysisId): string {
  return module === 'brain-ct'
    ? 'Failed to generate Brain CT report.'
    : 'Failed to generate PDF report. Please try again.';
}
