/** A picture of the archive, fetched. */
export interface PacsPicture {
  readonly file: File;
  /** The server's word for which picture it is. */
  readonly origin: string;
  readonly patientId: string;
}
