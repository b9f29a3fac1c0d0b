/**
 * Filters the fragments of encapsulated pixel data byte by byte: the same byte, or 0 if it is not part of a
 * picture. Lengths stay, so that offsets stay valid.
 */
export interface ByteFilter {
  /** A fragment begins. */
  beginFragment(): void;
  next(byte: number): number;
}
