import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * Copies of DICOM files (explicit, little endian) that name one patient and one study: data sets may give
 * each file its own.
 */
export function asOnePatient(paths: readonly string[]) {
  return paths.map((path) => {
    const buffer = Buffer.from(readFileSync(path));
    blank(buffer, [0x10, 0x00, 0x10, 0x00], 'PN', ' ');
    blank(buffer, [0x10, 0x00, 0x20, 0x00], 'LO', ' ');
    blank(buffer, [0x20, 0x00, 0x0d, 0x00], 'UI', '\0');
    return { name: basename(path), mimeType: 'application/dicom', buffer };
  });
}

/** Overwrites the first value of an attribute with padding. */
function blank(bytes: Buffer, tag: readonly number[], vr: string, padding: string): void {
  const at = bytes.indexOf(Buffer.from([...tag, ...Buffer.from(vr)]));
  if (at < 0) return;
  bytes.fill(padding, at + 8, at + 8 + bytes.readUInt16LE(at + 6));
}
