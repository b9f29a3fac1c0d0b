import type { Measurements } from './measurements.ts';

/**
 * What an observation comes to. `open`: measured, but it cannot be told whether it is abnormal. The diagnosis is made of these
 * alone, so that it cannot say otherwise than the table.
 */
export type Judgement = 'unremarkable' | 'abnormal' | 'open' | 'not assessed';

/** One line of the table. */
export interface Observation {
  readonly text: string;
  readonly judgement: Judgement;
  /** How the diagnosis says it, in the middle of a sentence. */
  readonly clause?: string;
}

export function unremarkable(text: string): Observation {
  return { text, judgement: 'unremarkable' };
}

export function abnormal(text: string, clause: string): Observation {
  return { text, judgement: 'abnormal', clause };
}

export function open(text: string, clause: string): Observation {
  return { text, judgement: 'open', clause };
}

export function notAssessed(reason: string): Observation {
  return { text: `Not assessed: ${reason}`, judgement: 'not assessed' };
}

/** Whether there is brain in the slice that can be judged; in the posterior fossa bleeding alone is. */
export function showsBrain(m: Measurements): boolean {
  return m.level === 'posterior fossa' || m.assessable.hypodensity;
}

/** Of what the level does not show. */
export function notShown(m: Measurements): Observation {
  if (showsBrain(m)) return notAssessed(`not shown at this level (${m.level})`);
  return notAssessed(`no brain that can be judged (level ${m.level}, or window unsuitable)`);
}
