import type { ReportState } from '../review/states.ts';

/** Who stands behind a report: its state (decision 028), and of a signed one version, signer and time. */
export interface Verification {
  readonly state: ReportState;
  readonly version: number;
  readonly signedBy?: string;
  /** ISO 8601. */
  readonly signedAt?: string;
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
