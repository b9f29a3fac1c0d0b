import { isToldOf } from '@second-read/core/reading/told';
import type { CervixReading } from '../reading/schema.ts';
import { commentsOf } from './comments.ts';
import { impressionOf } from './impression.ts';

/** The sentences below the findings: as a reply told them, else as the findings give them. */
export function sentencesOf(reading: CervixReading): readonly string[] {
  return isToldOf(reading) ? reading.texts.comments : commentsOf(reading);
}

/** The report in one sentence, likewise. */
export function conclusionOf(reading: CervixReading): string {
  return (isToldOf(reading) ? reading.texts.conclusion : null) ?? impressionOf(reading);
}
