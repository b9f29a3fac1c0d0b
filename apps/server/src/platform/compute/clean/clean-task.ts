import type { FileInput } from './file-input.ts';

/** A file to be de-identified. */
export interface CleanTask {
  readonly source: FileInput;
  /** Where the encrypted copy goes, unless it is small. */
  readonly target: string;
  /** Derives UIDs that are equal for equal ones of the organisation and cannot be reversed. */
  readonly uids: { readonly key: Uint8Array; readonly organisationId: string };
}
