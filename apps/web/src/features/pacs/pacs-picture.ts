/** A picture of the archive, fetched. */
export interface PacsPicture {
  readonly file: File;
  /** The server's word for which picture it is. */
  readonly origin: string;
  readonly patientId: string;
}

/** A series of the archive, all of its pictures fetched. */
export interface PacsStack {
  readonly files: readonly File[];
  readonly patientId: string;
}
