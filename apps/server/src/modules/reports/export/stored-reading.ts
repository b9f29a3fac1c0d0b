import { readingOf } from '@second-read/analyses/stored-reading';
import { type AnyReading, anyReading } from '@second-read/core/reading/reading';
import type { StoredReport } from '../reports.repository.ts';

/** What a report says in codes: as its engine returned it, else as its reply tells it; null for modules without readings. */
export function storedReading({ report }: StoredReport): AnyReading | null {
  const reading = readingOf(report);
  return reading ? anyReading.parse(reading) : null;
}
