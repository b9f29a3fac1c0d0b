import type { ReportDocument, ReportFinding } from './document.ts';
import { percentText } from './percent.ts';

/** What a list of reports says first of each: nothing was found, nothing could be judged, something was found, or it wants to be looked at soon. */
export type UrgencyLevel = 'none' | 'open' | 'finding' | 'urgent';

/** How soon a report wants to be looked at among others of one series, and why. */
export interface Urgency {
  /** 0: nothing was found; up to 100. An order among reports of one module, not a probability. */
  readonly value: number;
  readonly level: UrgencyLevel;
  /** "Nodule 87.4 %", or "Nothing found". */
  readonly words: string;
}

export const nothingFound: Urgency = { value: 0, level: 'none', words: 'Nothing found' };
/** Of a picture in which nothing could be judged: it must not read as one without a finding. */
export const nothingJudged: Urgency = { value: 0, level: 'open', words: 'No conclusion' };
/** A finding whose confidence nobody measured is neither first nor last. */
const unmeasured = 50;
/** BI-RADS has categories to 6: the category decides, the confidence orders within it. */
const perCategory = 15;

/** By the findings that were found, the surest first; where there is a category, that decides. */
export function urgencyOfFindings({ findings, assessment, diagnosis }: ReportDocument): Urgency {
  const found = findings.filter((finding) => finding.found).toSorted((a, b) => sureness(b) - sureness(a));
  const [first] = found;
  if (!first) return diagnosis !== undefined && isOpen(diagnosis.text) ? nothingJudged : nothingFound;
  const { category } = assessment ?? {};
  const value = category ? category.value * perCategory + sureness(first) / 10 : sureness(first);
  const words = [...(category ? [category.label] : []), ...found.map(wordsOf)].join(', ');
  const level = category?.severity === 'urgent' ? 'urgent' : 'finding';
  return { value: Math.min(100, Math.max(1, value)), level, words };
}

/** Modules open a conclusion that cannot be drawn with these words. */
export function isOpen(conclusion: string): boolean {
  return conclusion.startsWith('No conclusion');
}

function sureness({ confidence, confidenceNote }: ReportFinding): number {
  return confidence === null || confidenceNote !== undefined ? unmeasured : confidence;
}

function wordsOf({ label, confidence, confidenceNote }: ReportFinding): string {
  return confidence === null || confidenceNote !== undefined ? label : `${label} ${percentText(confidence)}`;
}
