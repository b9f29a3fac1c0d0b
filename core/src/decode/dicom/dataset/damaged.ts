import type { DecodeProblem } from '../../study.ts';

/** Thrown where a DICOM file is damaged; `decodeDicom` turns it into a value. */
export class Damaged extends Error {
  constructor(
    readonly problem: DecodeProblem,
    detail: string,
  ) {
    super(detail);
  }
}
