import type { Mark } from '../reading/mark.ts';
import type { ReadSlice, SliceOutcome, UnreadSlice } from './exam-slice.ts';

type StoredMark = Omit<Mark, 'runs'> & { readonly runs: readonly number[] };

/** The outcome of a slice as JSON keeps it: runs as plain numbers. */
export type StoredOutcome =
  | UnreadSlice
  | (Omit<ReadSlice, 'evidence'> & {
      readonly evidence: {
        readonly marks: readonly StoredMark[];
        readonly facts: ReadSlice['evidence']['facts'];
        readonly landmarks?: ReadSlice['evidence']['landmarks'];
      };
    });

export function storedOutcome(outcome: SliceOutcome): StoredOutcome {
  if (outcome.status !== 'read') return outcome;
  const { marks, ...others } = outcome.evidence;
  return {
    ...outcome,
    evidence: { ...others, marks: marks.map((mark) => ({ ...mark, runs: [...mark.runs] })) },
  };
}

export function outcomeOfStored(outcome: StoredOutcome): SliceOutcome {
  if (outcome.status !== 'read') return outcome;
  const { marks, ...others } = outcome.evidence;
  return {
    ...outcome,
    evidence: { ...others, marks: marks.map((mark) => ({ ...mark, runs: Int32Array.from(mark.runs) })) },
  };
}
