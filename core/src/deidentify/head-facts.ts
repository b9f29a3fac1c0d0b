import type { Writing } from '../decode/dicom/element-header.ts';

/** What must be known of a DICOM file before its elements are walked. */
export interface HeadFacts {
  /** Where the data set begins. */
  readonly offset: number;
  readonly syntaxUid: string;
  readonly isDeflated: boolean;
  readonly writing: Writing;
}
