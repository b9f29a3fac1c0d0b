import type { BatchReply } from '@second-read/contract/batches';

/** "34 of 120 slices read, 2 with findings, 1 refused". */
export function progressWords(batch: BatchReply): string {
  const { slices, with_findings: found, refused, failed } = batch;
  const parts = [
    `${readSlices(batch).toLocaleString('en')} of ${slices.toLocaleString('en')} slices read`,
    `${found} with findings`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return parts.join(', ');
}

/** Slices of which it is known what became of them. */
export function readSlices({ completed, refused, failed }: BatchReply): number {
  return completed + refused + failed;
}

/** Why a series has ended before its end; empty where it has not. */
export function stopWords(batch: BatchReply): string {
  const { stopped_because: because, completed, slices } = batch;
  if (because === 'cancelled') {
    const kept = completed === 1 ? '1 report is kept' : `${completed.toLocaleString('en')} reports are kept`;
    const unread = (slices - readSlices(batch)).toLocaleString('en');
    return `Canceled: ${kept} in the analysis history, ${unread} of the slices were not read.`;
  }
  if (because === 'no_trials_remaining') return 'Stopped: no trials remain for this module.';
  return '';
}
