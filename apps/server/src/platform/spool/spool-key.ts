import { randomBytes } from 'node:crypto';

/** Seals what lies on disk for a moment. It is written nowhere and ends with the process: what is left then cannot be read. */
const key = randomBytes(32);

/** Compute threads are told it when they start: a module of theirs would make another. */
export function spoolKey(): Uint8Array {
  return key;
}
