import type { FindingBase } from '../reading/finding.ts';
import { percentText } from './percent.ts';
import { nothingFound, nothingJudged, type Urgency } from './urgency.ts';

/** A finding without a measured certainty is neither first nor last. */
const unmeasured = 50;

/** What decides how soon a report is looked at: states, certainties and the category, never words. */
export interface UrgencyFacts {
  /** Those that count, each type once; what a picture always shows stays out. */
  readonly findings: readonly (Pick<FindingBase, 'state' | 'certainty'> & { readonly type: string })[];
  /** Whether the reading comes to a conclusion at all. */
  readonly isConcluded: boolean;
  /** Where there is one, it decides, and certainty orders within it. */
  readonly category?: { readonly label: string; readonly base: number; readonly isUrgent: boolean };
  /** Finding type → its name. */
  readonly labels: ReadonlyMap<string, string>;
}

/** By the findings that were found, the surest first; where there is a category, that decides. */
export function urgencyOfFacts({ findings, isConcluded, category, labels }: UrgencyFacts): Urgency {
  const found = findings
    .filter(({ state }) => state === 'found')
    .toSorted((a, b) => (b.certainty ?? unmeasured) - (a.certainty ?? unmeasured));
  const [first] = found;
  if (!first) return isConcluded ? nothingFound : nothingJudged;
  const sureness = first.certainty ?? unmeasured;
  const value = category ? category.base + sureness / 10 : sureness;
  const words = found.map(({ type, certainty }) => {
    const label = labels.get(type) ?? type;
    return certainty === null ? label : `${label} ${percentText(certainty)}`;
  });
  return {
    value: Math.min(100, Math.max(1, value)),
    level: category?.isUrgent ? 'urgent' : 'finding',
    words: [...(category ? [category.label] : []), ...words].join(', '),
  };
}
