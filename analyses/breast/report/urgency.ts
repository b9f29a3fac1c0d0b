import type { Urgency } from '@second-read/core/report/urgency';
import { urgencyOfFacts } from '@second-read/core/report/urgency-of-facts';
import { manifest } from '../manifest.ts';
import type { BreastReading } from '../reading/schema.ts';
import { incomplete } from './words.ts';

/** Suspicion without a place: after every category 4 (60 and more), before 3. */
const incompleteUrgency = 58;
/** BI-RADS has categories to 6: the category decides, the certainty orders within it. */
const perCategory = 15;
const urgentFrom = 4;

const labels = new Map(manifest.findingTypes.map(({ id, label }) => [id, label]));

/** Orders mammograms by what was found in them. */
export function urgencyOf({ findings, category }: BreastReading): Urgency {
  if (category?.state === 'incomplete') {
    return { value: incompleteUrgency, level: 'finding', words: incomplete.words };
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
