/**
 * What a list of reports says first of each: nothing was found, nothing could be judged, something was found,
 * or it wants to be looked at soon.
 */
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
/** Suspicion without a place: after every category 4 of a mammogram (60 and more), before 3. */
export const readersUrgency: Urgency = { value: 58, level: 'finding', words: 'Assessment by the reader' };
