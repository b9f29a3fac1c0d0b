import type { FileInput } from './file-input.ts';

/** A file to be kept without identity. */
export interface CleanTask {
  readonly source: FileInput;
  /** Where the copy goes, sealed, unless it is small. */
  readonly target: string;
  /** Makes UIDs that are equal for equal ones of the organisation, and lead nobody back. */
  readonly uids: { readonly key: Uint8Array; readonly organisationId: string };
}
