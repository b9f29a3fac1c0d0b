import { createReadStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

/** A file of an upload. A small one is held in memory, for the disk costs more than the rest of its way. */
export interface ReceivedFile {
  /** Where it lies; of a held one, where `onDisk` puts it. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** All of its bytes, in pieces. Not to be written to. */
  readonly held?: readonly Uint8Array[];
}

/** Larger files go to the disk. */
export const smallBytes = 1024 * 1024;

/** What all uploads of this process may hold together while they are received; more goes to the disk. */
const mostHeldBytes = 64 * 1024 * 1024;
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
      if (heldBytes + bytes > mostHeldBytes) return false;
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

/** Its path, where it lies from now on. */
export async function onDisk({ path, held }: ReceivedFile): Promise<string> {
  if (held) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, held, { mode: 0o600 });
  }
  return path;
}

/** All of it in one piece. */
export async function wholeOf({ path, held }: ReceivedFile): Promise<Uint8Array> {
  if (!held) return readFile(path);
  const [only, ...others] = held;
  return only && others.length === 0 ? only : Buffer.concat(held);
}

/** As a store takes it. What is small is read at once: a stream costs more than its memory. */
export async function contentOf(file: ReceivedFile): Promise<Readable | Uint8Array | readonly Uint8Array[]> {
  return file.held ?? (file.bytes > smallBytes ? createReadStream(file.path) : readFile(file.path));
}
