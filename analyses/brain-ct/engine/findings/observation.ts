import type { NotAssessedReason } from '@second-read/core/reading/finding';
import type { Coded, ObservationId } from '../../reading/codes.ts';
import type { Measurements } from '../measure/measurements.ts';

/**
 * What an observation comes to. `open`: measured, but it cannot be told whether it is abnormal. The diagnosis
 * is made of these alone, so that it cannot say otherwise than the table.
 */
export type Judgement = 'unremarkable' | 'abnormal' | 'open' | 'not assessed';

/** One line of the table: what it says, and its words. */
export interface Observation<Id extends ObservationId = ObservationId> extends Coded<Id> {
  readonly text: string;
  readonly judgement: Judgement;
  /** How the diagnosis says it, in the middle of a sentence. */
  readonly clause?: string;
}

type Said<Id extends ObservationId> = Pick<Coded<Id>, 'code'> & Partial<Pick<Coded<Id>, 'side' | 'measured'>>;

const nothing = { code: null, reason: null, side: null, measured: [] } as const;

export function unremarkable<Id extends ObservationId>(
  said: Said<Id>,
  text: string,
  clause?: string,
): Observation<Id> {
  return { ...nothing, ...said, text, judgement: 'unremarkable', ...(clause !== undefined && { clause }) };
}

export function abnormal<Id extends ObservationId>(
  said: Said<Id>,
  text: string,
  clause?: string,
): Observation<Id> {
  return { ...nothing, ...said, text, judgement: 'abnormal', ...(clause !== undefined && { clause }) };
}

export function open<Id extends ObservationId>(
  said: Said<Id>,
  text: string,
  clause: string,
): Observation<Id> {
  return { ...nothing, ...said, text, judgement: 'open', clause };
}

export function notAssessed<Id extends ObservationId>(
  reason: NotAssessedReason,
  words: string,
): Observation<Id> {
  return { ...nothing, reason, text: `Not assessed: ${words}`, judgement: 'not assessed' };
}

/** Whether there is brain in the slice in which blood can be told. */
export function showsBrain(m: Measurements): boolean {
  return m.level !== 'face';
}

/** Of what is not measured at this level, or of which the level shows too little. */
export function notShown<Id extends ObservationId>(m: Measurements): Observation<Id> {
  if (showsBrain(m)) return notAssessed('outside_view', `not at this level (${m.level})`);
  return notAssessed('organ_not_found', noBrain(m));
}

/** Where the file gives Hounsfield units, no window can hide the brain. */
export function noBrain(m: Measurements): string {
  const orWindow = m.density.source === 'measured' ? '' : ', or window unsuitable';
  return `no brain that can be judged (level ${m.level}${orWindow})`;
}

/** A share in percent as it is printed: one decimal. */
export function percentOf(share: number): number {
  return Number((100 * share).toFixed(1));
}
