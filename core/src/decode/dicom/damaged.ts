import type { DecodeProblem } from '../study.ts';

/** Ends the reading of a DICOM file at the place where it goes wrong; becomes a value in `decodeDicom`. */
export class Damaged extends Error {
  constructor(
    readonly problem: DecodeProblem,
    detail: string,
  ) {
    super(detail);
  }
}
