import type { Readable } from 'node:stream';

export interface BlobInfo {
  readonly bytes: number;
}

/**
 * Where pictures are kept. Keys are `a/b/c` made by the server from ids, never from user input.
 * A `put` that returned is durable; a `put` that failed leaves nothing under its key.
 */
export interface Blobs {
  put(key: string, content: Readable | Uint8Array): Promise<BlobInfo>;
  /** Undefined when there is no such key. */
  open(key: string): Promise<{ readonly info: BlobInfo; readonly stream: Readable } | undefined>;
  has(key: string): Promise<boolean>;
  /** Absent keys are no error. */
  delete(key: string): Promise<void>;
  /** Keys of what was last written before a moment, in any order. */
  list(before: Date): AsyncIterable<string>;
  /** Throws when the store cannot be used. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A store that keeps nothing unencrypted. */
export interface SealedBlobs extends Blobs {
  /** Pieces are concatenated. */
  put(key: string, content: Readable | Uint8Array | readonly Uint8Array[]): Promise<BlobInfo>;
  /** Whether it is sealed under the current key. Undefined when there is no such key. */
  isCurrent(key: string): Promise<boolean | undefined>;
}
