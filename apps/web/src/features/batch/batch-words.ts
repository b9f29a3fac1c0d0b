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
export function stopWords({ stopped_because: because }: Pick<BatchReply, 'stopped_because'>): string {
  if (because === 'cancelled') return 'Cancelled. Reports that were stored before stay.';
  if (because === 'no_trials_remaining') return 'Stopped: no trials remain for this module.';
  return '';
}
