import type { ReportState } from '../review/states.ts';

/** Who verified a report: its state (decision 028), and of a signed one version, signer and time. */
export interface Verification {
  readonly state: ReportState;
  readonly version: number;
  readonly signedBy?: string;
  /** ISO 8601. */
  readonly signedAt?: string;
  /** Of an earlier version: the one in force. */
  readonly replacedBy?: number;
  /** Of unsigned changes: who made them. */
  readonly draftBy?: string;
}

export const byMachineAlone: Verification = { state: 'preliminary', version: 1 };

interface Signed extends Verification {
  readonly signedBy: string;
  readonly signedAt: string;
}

/** Whether a clinician answers for it: signed or amended, and not withdrawn. */
export function isVerified(given: Verification): given is Signed {
  const { state, signedBy, signedAt } = given;
  return (state === 'signed' || state === 'amended') && signedBy !== undefined && signedAt !== undefined;
}

/** What follows the disclaimer, which reads the same whether a report is signed or not. */
export function standingSentence(given: Verification): string {
  const { state, version, replacedBy, draftBy } = given;
  if (isVerified(given)) {
    const replaced = replacedBy === undefined ? '' : ` Replaced by version ${replacedBy}.`;
    return `Signed by ${given.signedBy}, ${minuteOf(given.signedAt)}, version ${version}.${replaced}`;
  }
  if (state === 'withdrawn') return 'Withdrawn: entered in error.';
  return draftBy === undefined ? 'Not signed.' : `Draft by ${draftBy}, not signed.`;
}

/** "2026-11-23 10:04 UTC" of an ISO 8601 time in UTC. */
export const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

/**
 * How each form says it. One place: the forms cannot disagree. DICOM (PS3.3 C.17.2) has no word for
 * withdrawn: such a report is preliminary and unverified again, and its description says why.
 */
export function flagsOf(given: Verification) {
  const verified = isVerified(given);
  return {
    dicom: {
      CompletionFlag: 'COMPLETE',
      ...(given.state === 'withdrawn' && { CompletionFlagDescription: 'Withdrawn: entered in error' }),
      PreliminaryFlag: verified ? 'FINAL' : 'PRELIMINARY',
      VerificationFlag: verified ? 'VERIFIED' : 'UNVERIFIED',
    },
    /** Of the DiagnosticReport and its Observations. */
    fhir: fhirStatus[given.state],
    /** At the head of documents and in tables. */
    words: headWords[given.state],
  };
}

const fhirStatus = {
  preliminary: 'preliminary',
  in_review: 'preliminary',
  signed: 'final',
  amended: 'amended',
  withdrawn: 'entered-in-error',
} as const satisfies Record<ReportState, string>;

const headWords = {
  preliminary: 'PRELIMINARY - NOT VERIFIED',
  in_review: 'PRELIMINARY - NOT VERIFIED',
  signed: 'VERIFIED',
  amended: 'VERIFIED - AMENDED',
  withdrawn: 'WITHDRAWN',
} as const satisfies Record<ReportState, string>;
