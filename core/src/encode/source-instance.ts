/**
 * The instance that the picture was read from, of an archive or of an uploaded file. What is written of the
 * report then joins its study.
 */
export interface SourceInstance {
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly sopClassUid: string;
  readonly sopInstanceUid: string;
  /** Of an instance with several, counted from 1; undefined where it has one. */
  readonly frame?: number;
}
