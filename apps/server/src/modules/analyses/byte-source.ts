import { type FileHandle, open } from 'node:fs/promises';

/** Files up to this size are read once, whole. */
const wholeBytes = 1024 * 1024;

/** A file that is read here and there. */
export interface ByteSource {
  readonly size: number;
  /** Fewer than `length` bytes only at the end of the file. Not to be written to. */
  read(at: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openSource(path: string): Promise<ByteSource> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > wholeBytes)
      return { size, read: (at, length) => readAt(file, at, length), close: () => file.close() };
    const whole = await readAt(file, 0, size);
    await file.close();
    return { size, read: async (at, length) => whole.subarray(at, at + length), close: async () => {} };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(buffer, done, length - done, at + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}
