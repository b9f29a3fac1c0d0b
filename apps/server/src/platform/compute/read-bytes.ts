import { open } from 'node:fs/promises';
import { readSealed } from '../spool/sealed-file.ts';

/** Larger files are not read into memory. A DICOM of 100 megapixels at 16 bit in colour has 600 MB. */
const maxFileBytes = 640 * 1024 * 1024;

export type FileBytes =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: 'unreadable_file' | 'file_too_large'; readonly message: string };

const unreadable = { ok: false, reason: 'unreadable_file', message: 'The file could not be read.' } as const;
const tooLarge = { ok: false, reason: 'file_too_large', message: 'The file is too large.' } as const;

/**
 * The bytes of a regular file, decrypted if sealed. A missing file, a directory or a device is a value, not
 * an error.
 */
export async function readBytes(path: string, sealedUnder?: Uint8Array): Promise<FileBytes> {
  try {
    const file = await open(path, 'r');
    try {
      const facts = await file.stat();
      if (!facts.isFile()) return unreadable;
      if (facts.size > maxFileBytes) return tooLarge;
      if (sealedUnder) return { ok: true, bytes: await readSealed(path, sealedUnder) };
      const { buffer, byteOffset, length } = await file.readFile();
      return { ok: true, bytes: new Uint8Array(buffer, byteOffset, length) };
    } finally {
      await file.close();
    }
  } catch {
    return unreadable;
  }
}
