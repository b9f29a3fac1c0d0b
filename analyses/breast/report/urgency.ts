import { readersUrgency, type Urgency } from '@second-read/core/report/urgency';
import { urgencyOfFacts } from '@second-read/core/report/urgency-of-facts';
import { manifest } from '../manifest.ts';
import type { BreastReading } from '../reading/schema.ts';
import { isLeftToReader } from './impression.ts';
import { incomplete } from './words.ts';

/** BI-RADS has categories to 6: the category decides, the certainty orders within it. */
const perCategory = 15;
const urgentFrom = 4;

const labels = new Map(manifest.findingTypes.map(({ id, label }) => [id, label]));

/** Orders mammograms by what was found in them. */
export function urgencyOf(reading: BreastReading): Urgency {
  const { findings, category } = reading;
  if (isLeftToReader(reading)) return readersUrgency;
  if (category?.state === 'incomplete') {
    return { ...readersUrgency, words: incomplete.words };
  }
  return urgencyOfFacts({
    // The kind of tissue is told of every breast; of several masses the first, the most likely, speaks.
    findings: findings.filter(
      ({ type }, at) => type !== 'breast tissue' && findings.findIndex((each) => each.type === type) === at,
    ),
    isConcluded: category?.state === 'final',
    ...(category === null ? {} : { category: rankOf(category) }),
    labels,
  });
}

function rankOf({ value, state }: NonNullable<BreastReading['category']>) {
  const label = state === 'pending' ? 'BI-RADS 0' : `BI-RADS ${value}`;
  return { label, base: value * perCategory, isUrgent: value >= urgentFrom };
}
