import { moduleOf } from '@second-read/analyses/catalogue';
import type { BatchReply } from '@second-read/contract/batches';

/** "34 of 120 slices read, 2 with findings, 1 refused"; of an exam what is left to do. */
export function progressWords(batch: BatchReply): string {
  const { kind, slices, with_findings: found, refused, failed } = batch;
  const parts = [
    `${readSlices(batch).toLocaleString('en')} of ${slices.toLocaleString('en')} ${imagesOf(batch)} read`,
    ...(kind === 'exam' ? examStage(batch) : found === undefined ? [] : [`${found} with findings`]),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return parts.join(', ');
}

/** What its images are called: a mammography has views. */
function imagesOf({ kind, module }: Pick<BatchReply, 'kind' | 'module'>): 'slices' | 'views' {
  return kind === 'exam' && moduleOf(module).exam?.noun === 'view' ? 'views' : 'slices';
}

function examStage(batch: BatchReply): string[] {
  const { state, slices, report_id: reportId, seconds_left: left } = batch;
  if (reportId !== null) return ['the report is ready'];
  if (state === 'reading' && readSlices(batch) >= slices) return ['writing the report'];
  return left === null ? [] : [`about ${timeWords(left)} left`];
}

function timeWords(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** Slices of which it is known what became of them. */
export function readSlices({ completed, refused, failed }: BatchReply): number {
  return completed + refused + failed;
}

/** Why a series has ended before its end; empty where it has not. */
export function stopWords(batch: BatchReply): string {
  const { stopped_because: because, completed, slices } = batch;
  if (batch.kind === 'exam') return examEndWords(batch);
  if (because === 'cancelled') {
    const kept = completed === 1 ? '1 report is kept' : `${completed.toLocaleString('en')} reports are kept`;
    const unread = (slices - readSlices(batch)).toLocaleString('en');
    return `Canceled: ${kept} in the analysis history, ${unread} of the slices were not read.`;
  }
  if (because === 'no_trials_remaining') return 'Stopped: no trials remain for this module.';
  return '';
}

function examEndWords({ stopped_because: because, state, report_id: reportId, message }: BatchReply): string {
  const nothing = 'Nothing of the exam is kept, and nothing was charged.';
  if (because === 'cancelled' && (message === null || message === 'The analysis was canceled.'))
    return `Canceled: ${nothing}`;
  if (because !== null || (state === 'completed' && reportId === null))
    return `No report: ${message ?? 'no image could be read.'} ${nothing}`;
  return '';
}
