import type { Writing } from '../decode/dicom/dataset/element-header.ts';

/** Facts of a DICOM file needed before its elements are walked. */
export interface HeadFacts {
  /** Where the data set begins. */
  readonly offset: number;
  readonly syntaxUid: string;
  readonly isDeflated: boolean;
  readonly writing: Writing;
}
