/**
 * Goes through the fragments of encapsulated pixel data byte by byte and says what is kept of each: the same byte, or 0
 * where it is no part of a picture. Lengths stay, so that offsets stay true.
 */
export interface ByteFilter {
  /** A fragment begins. */
  beginFragment(): void;
  next(byte: number): number;
}
