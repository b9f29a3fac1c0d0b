import { randomBytes } from 'node:crypto';

/**
 * Encrypts temporary files. It is never written and ends with the process, so that leftovers cannot be read.
 */
const key = randomBytes(32);

/** Compute threads receive it at start: their own copy of this module would generate another. */
export function spoolKey(): Uint8Array {
  return key;
}
