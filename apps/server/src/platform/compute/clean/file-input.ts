import { type ByteSource, openSealed } from '../../spool/sealed-file.ts';

/** Bytes that came with the task, or an encrypted file on this machine's disk. */
export type FileInput = { readonly bytes: Uint8Array } | { readonly path: string };

export async function openInput(input: FileInput, spoolKey: Uint8Array): Promise<ByteSource> {
  if ('path' in input) return openSealed(input.path, spoolKey);
  const { buffer, byteOffset, length: size } = input.bytes;
  // As a plain Uint8Array: `slice` of a Buffer has another meaning.
  const bytes = new Uint8Array(buffer, byteOffset, size);
  return {
    size,
    read: async (at, length) => bytes.subarray(at, at + length),
    close: async () => {},
  };
}

export function firstBytes(file: ByteSource, max: number): Promise<Uint8Array> {
  return file.read(0, Math.min(max, file.size));
}

export async function wholeInput(input: FileInput, spoolKey: Uint8Array): Promise<Uint8Array> {
  const file = await openInput(input, spoolKey);
  try {
    return await file.read(0, file.size);
  } finally {
    await file.close();
  }
}
