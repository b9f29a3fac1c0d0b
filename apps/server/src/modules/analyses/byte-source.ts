import { type FileHandle, open } from 'node:fs/promises';
import { type ReceivedFile, smallBytes, wholeOf } from './received-file.ts';

/** A file that is read here and there. */
export interface ByteSource {
  readonly size: number;
  /** Fewer than `length` bytes only at the end of the file. Not to be written to. */
  read(at: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openReceived(received: ReceivedFile): Promise<ByteSource> {
  if (!received.held) return openSource(received.path);
  const { buffer, byteOffset, length } = await wholeOf(received);
  return inMemory(Buffer.from(buffer, byteOffset, length));
}

/** Small files are read once, whole. */
export async function openSource(path: string): Promise<ByteSource> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > smallBytes)
      return { size, read: (at, length) => readAt(file, at, length), close: () => file.close() };
    const whole = await readAt(file, 0, size);
    await file.close();
    return inMemory(whole);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function inMemory(whole: Buffer): ByteSource {
  return {
    size: whole.length,
    read: async (at, length) => whole.subarray(at, at + length),
    close: async () => {},
  };
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
