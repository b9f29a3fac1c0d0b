import type { Urgency } from '@second-read/core/report/urgency';
import { urgencyOfFacts } from '@second-read/core/report/urgency-of-facts';
import { manifest } from '../manifest.ts';
import type { CervixReading } from '../reading/schema.ts';

const labels = new Map(manifest.findingTypes.map(({ id, label }) => [id, label]));

/**
 * By lesion and abnormality; the cervix itself is outlined in every picture and is nothing that was found.
 */
export function urgencyOf({ findings, legible }: CervixReading): Urgency {
  const counted = findings.filter(({ type }) => type !== 'cervical tissue');
  return urgencyOfFacts({
    findings: counted,
    isConcluded: legible && counted.every(({ state }) => state !== 'not_assessed'),
    labels,
  });
}
