/** How urgent an assessment is: chooses the badge's colour, which never speaks alone. */
export type Severity = 'pending' | 'attention' | 'urgent';

export interface AssessmentCategory {
  /** E.g. `BI-RADS 4`. */
  readonly label: string;
  readonly value: number;
  /** The category in words. */
  readonly words: string;
  /** Its usual management. */
  readonly management: string;
  readonly severity: Severity;
}
