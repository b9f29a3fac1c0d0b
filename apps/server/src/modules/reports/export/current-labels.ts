import { moduleOf } from '@second-read/analyses/catalogue';
import { examOf, readingOf } from '@second-read/analyses/stored-reading';
import type { LabelMap } from '@second-read/core/pixels/plane';
import { anyReading } from '@second-read/core/reading/reading';
import { type MarkedVersion, reviewedLabels } from '@second-read/core/review/reviewed-labels';
import type { AppContext } from '../../../context.ts';
import { machineReport, type StoredReport } from '../reports.repository.ts';
import { storedLabels } from './stored-pictures.ts';

/** What a reader made of the marks; undefined where the machine's stand: not reviewed, or an exam. */
export function markedVersion(stored: StoredReport): MarkedVersion | undefined {
  const { report, review } = stored;
  if (review === undefined || examOf(report)) return undefined;
  return {
    machine: anyReading.parse(readingOf(machineReport(stored))).findings,
    current: review.content.reading.findings,
    outlines: review.content.outlines,
    picture: report.study,
    coding: moduleOf(report.module).coding,
  };
}

/** The label map of the version in force: without rejected findings, with the reader's outlines. */
export async function currentLabels(stored: StoredReport, context: AppContext): Promise<LabelMap> {
  const labels = await storedLabels(stored.report, context);
  const version = markedVersion(stored);
  return version === undefined ? labels : reviewedLabels(labels, version);
}
