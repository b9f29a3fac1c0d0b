import { keptTexts } from '@second-read/core/reading/told';
import type { BreastReading } from '../reading/schema.ts';
import { commentsOf } from './comments.ts';
import { impressionOf } from './impression.ts';

/** The impression, and the sentences below the findings. */
export function textsOf(reading: BreastReading): BreastReading['texts'] {
  const kept = keptTexts(reading);
  return {
    conclusion: kept?.conclusion ?? impressionOf(reading),
    comments: kept?.comments ?? commentsOf(reading),
  };
}
