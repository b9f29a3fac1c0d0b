/** Whether a reader stands behind a report, as each form says it. One place: the forms cannot disagree. */
export const unverified = {
  /** PS3.3 C.17.2: complete, but preliminary and verified by nobody. */
  dicom: { CompletionFlag: 'COMPLETE', PreliminaryFlag: 'PRELIMINARY', VerificationFlag: 'UNVERIFIED' },
  /** Of the DiagnosticReport and its Observations. */
  fhir: 'preliminary',
} as const;
