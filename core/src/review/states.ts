/** What a report is, from the machine's result to the clinician's signature (decision 028). */
export const reportStates = ['preliminary', 'in_review', 'signed', 'amended', 'withdrawn'] as const;
export type ReportState = (typeof reportStates)[number];

/** What can be done about a report. `start` also resumes what another reader released. */
export const reviewActions = ['start', 'change', 'release', 'sign', 'amend', 'withdraw'] as const;
export type ReviewAction = (typeof reviewActions)[number];

/**
 * `review`: to hold a report and change its findings. `sign`: to answer for it with one's name. `overrule`:
 * to amend or withdraw what another reader signed.
 */
export const reviewRights = ['read', 'review', 'sign', 'overrule'] as const;
export type ReviewRight = (typeof reviewRights)[number];

export interface Transition {
  readonly from: ReportState;
  readonly action: ReviewAction;
  readonly to: ReportState;
  readonly right: ReviewRight;
  /** What it takes besides where another reader signed. */
  readonly ofOthers?: ReviewRight;
  /** Whether only the reader who holds the report may do it. */
  readonly byHolder: boolean;
  readonly needsReason: boolean;
}

const free = { right: 'review', byHolder: false, needsReason: false } as const;
const held = { right: 'review', byHolder: true, needsReason: false } as const;
const signing = { right: 'sign', byHolder: true, needsReason: false } as const;
const withdrawal = { action: 'withdraw', to: 'withdrawn', right: 'sign', needsReason: true } as const;

/**
 * Every step that there is. A released or expired hold leads back to the state before it: `preliminary`, or
 * of an amendment that of the version which it amends. An amendment signed is `amended`.
 */
export const transitions: readonly Transition[] = [
  { ...free, from: 'preliminary', action: 'start', to: 'in_review' },
  { ...held, from: 'in_review', action: 'change', to: 'in_review' },
  { ...held, from: 'in_review', action: 'release', to: 'preliminary' },
  { ...signing, from: 'in_review', action: 'sign', to: 'signed' },
  { ...withdrawal, from: 'in_review', byHolder: true },
  ...(['signed', 'amended'] as const).flatMap((from): Transition[] => [
    { ...free, from, action: 'amend', to: 'in_review', right: 'sign', ofOthers: 'overrule' },
    { ...withdrawal, from, byHolder: false, ofOthers: 'overrule' },
  ]),
];

/** As screens and documents say it. */
export const stateWords: Readonly<Record<ReportState, string>> = {
  preliminary: 'Preliminary',
  in_review: 'In review',
  signed: 'Signed',
  amended: 'Amended',
  withdrawn: 'Withdrawn',
};

/** Undefined where the state does not allow it. */
export function transitionOf(from: ReportState, action: ReviewAction): Transition | undefined {
  return transitions.find((each) => each.from === from && each.action === action);
}

/** What a reader with these rights may do now, in the order of `reviewActions`. */
export function allowedActions(state: ReportState, reader: Reader): ReviewAction[] {
  return reviewActions.filter((action) => {
    const step = transitionOf(state, action);
    return step !== undefined && mayTake(step, reader);
  });
}

interface Reader {
  readonly rights: readonly ReviewRight[];
  readonly isHolder: boolean;
  /** Whether the version in force is signed by this reader. */
  readonly isSigner: boolean;
}

function mayTake({ right, ofOthers, byHolder }: Transition, { rights, isHolder, isSigner }: Reader): boolean {
  if (!rights.includes(right) || (byHolder && !isHolder)) return false;
  return ofOthers === undefined || isSigner || rights.includes(ofOthers);
}
