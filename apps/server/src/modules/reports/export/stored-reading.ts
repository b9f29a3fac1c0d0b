import { readingOf } from '@second-read/analyses/stored-reading';
import { type AnyReading, anyReading } from '@second-read/core/reading/reading';
import type { StoredReport } from '../reports.repository.ts';

/** What a report says in codes: as its engine returned it, else as its reply tells it; of any module. */
export function storedReading({ report }: StoredReport): AnyReading {
  return anyReading.parse(readingOf(report));
}
