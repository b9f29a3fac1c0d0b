import { Readable } from 'node:stream';
import type { FileInput } from '../../../platform/compute/compute.ts';
import { readSealed, sealedContent } from '../../../platform/spool/sealed-file.ts';
import { spoolKey } from '../../../platform/spool/spool-key.ts';

/** A file of an upload. A small one is held in memory, for the disk costs more than the rest of its way. */
export interface ReceivedFile {
  /** Where it lies, sealed under the key of the spool; of a held one, where it would. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** All of its bytes, in pieces. Not to be written to. */
  readonly held?: readonly Uint8Array[];
}

/** Larger files go to the disk. */
export const smallBytes = 1024 * 1024;

/** What all uploads of this process may hold together while they are received; more goes to the disk. */
const maxHeldBytes = 64 * 1024 * 1024;
let heldBytes = 0;

/** Of what may be held, one upload's share. */
export interface MemoryShare {
  /** False, and nothing is taken, where no more may be held. */
  take(bytes: number): boolean;
  /** Gives everything back. May be called again. */
  close(): void;
}

export function openMemoryShare(): MemoryShare {
  let taken = 0;
  return {
    take: (bytes) => {
      if (heldBytes + bytes > maxHeldBytes) return false;
      heldBytes += bytes;
      taken += bytes;
      return true;
    },
    close: () => {
      heldBytes -= taken;
      taken = 0;
    },
  };
}

/** As a thread takes it. */
export function inputOf({ path, held }: ReceivedFile): FileInput {
  return held ? { bytes: joined(held) } : { path };
}

/** All of it in one piece. */
export async function wholeOf({ path, held }: ReceivedFile): Promise<Uint8Array> {
  return held ? joined(held) : readSealed(path, spoolKey());
}

function joined(held: readonly Uint8Array[]): Uint8Array {
  const [only, ...others] = held;
  return only && others.length === 0 ? only : Buffer.concat(held);
}

/** As a store takes it. */
export function contentOf({ path, held }: ReceivedFile): Readable | readonly Uint8Array[] {
  return held ?? Readable.from(sealedContent(path, spoolKey()), { objectMode: false });
}
