import type { ReadingModule } from '@second-read/core/analysis/reading-module';
import type { Urgency } from '@second-read/core/report/urgency';
import { urgencyOfFacts } from '@second-read/core/report/urgency-of-facts';
import { manifest } from './manifest.ts';
import { type CervixReading, cervixReading } from './reading/schema.ts';
import { readingFromWire } from './report/from-wire.ts';

const labels = new Map(manifest.findingTypes.map(({ id, label }) => [id, label]));

/**
 * By lesion and abnormality; the cervix itself is outlined in every picture and is nothing that was found.
 */
function urgencyOf({ findings, legible }: CervixReading): Urgency {
  const counted = findings.filter(({ type }) => type !== 'cervical tissue');
  return urgencyOfFacts({
    findings: counted,
    isConcluded: legible && counted.every(({ state }) => state !== 'not_assessed'),
    labels,
  });
}

/** What the cervix module stores of a photograph, and what follows from it. */
export const reading: ReadingModule<CervixReading> = {
  schema: cervixReading,
  version: 1,
  readingFromWire,
  urgencyOf,
};
