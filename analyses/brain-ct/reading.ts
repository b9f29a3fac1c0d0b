import type { Measured, ObservationCode, ObservationId, Reason, Side } from './reading/codes.ts';

/** One line of the report: what was looked for and what came of it. */
export interface BrainLine<Id extends ObservationId = ObservationId> {
  /** Stays the same for the same line of a report. */
  readonly id: string;
  readonly type: Id;
  readonly state: 'found' | 'not_found' | 'not_assessed';
  /** Of `not_assessed`, else null. */
  readonly reason: Reason | null;
  /** Of this very statement, in percent; null where nothing measured it. */
  readonly certainty: number | null;
  readonly side: Side | null;
  /** Which of the things that the line can say; null where its words name none. */
  readonly descriptors: { readonly sign: ObservationCode<Id> | null };
  readonly measurements: readonly Measured[];
  /** As worded when it was stored; null where the response says nothing. */
  readonly text: string | null;
}

/** What one slice of a head CT came to. Words, order and exports are projections of it. */
export interface BrainReading {
  readonly module: 'brain-ct';
  readonly version: 1;
  readonly findings: readonly { readonly [Id in ObservationId]: BrainLine<Id> }[ObservationId][];
  /** `open`: the slice allows none. `pending`: there is no result yet. */
  readonly conclusion: 'drawn' | 'open' | 'pending' | 'not_told';
  readonly facts: {
    /** What was measured of a bleeding, in percent, also where the words say nothing that can be read. */
    readonly haemorrhage: number | null;
  };
  readonly texts: {
    readonly conclusion: string | null;
    /** Where along the head the slice lies, and what is said of the skull. */
    readonly level: string | null;
    readonly fracture: string | null;
    readonly trace: readonly string[];
  };
}
