import { moduleOf } from '@second-read/analyses/catalogue';
import { anyReadingOf, examOf } from '@second-read/analyses/stored-reading';
import type { MarkedVersion } from '@second-read/core/review/reviewed-labels';
import type { StoredReport } from '../reports.repository.ts';

/** What a reader made of the marks; undefined where the machine's stand: not reviewed, or an exam. */
export function markedVersion(stored: StoredReport): MarkedVersion | undefined {
  const { report, review } = stored;
  if (review === undefined || examOf(report)) return undefined;
  return {
    machine: anyReadingOf(stored.machine.reading).findings,
    current: review.content.reading.findings,
    outlines: review.content.outlines,
    picture: report.study,
    coding: moduleOf(report.module).coding,
  };
}
