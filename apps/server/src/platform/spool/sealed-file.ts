import { hkdfSync, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  chunkBytes,
  chunksIn,
  inChunks,
  openChunk,
  plainBytesIn,
  sealChunk,
  tagBytes,
} from '../crypto/sealed-chunks.ts';

/** A file with random access. */
export interface ByteSource {
  readonly size: number;
  /** Fewer than `length` bytes only at the end of the file. Not to be written to. */
  read(at: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Before the chunks: the salt of the file's own key. */
const saltBytes = 16;
const storedChunk = chunkBytes + tagBytes;
const blockBytes = 16 * chunkBytes;

type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Writes the parts encrypted; creates the folder if absent. */
export async function writeSealed(path: string, parts: Parts, key: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const sealed = Readable.from(sealedParts(parts, key), { objectMode: false });
  await pipeline(sealed, createWriteStream(path, { mode: 0o600 }));
}

async function* sealedParts(parts: Parts, key: Uint8Array): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const fileKey = fileKeyOf(key, salt);
  const iterator = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
  yield salt;
  try {
    for await (const chunk of inChunks(iterator, chunkBytes)) yield sealChunk(chunk, fileKey);
  } finally {
    // Ending the read ends the source too.
    await iterator.return?.();
  }
}

/** Opens a sealed file for reading. Throws where it was tampered with. */
export async function openSealed(path: string, key: Uint8Array): Promise<ByteSource> {
  const file = await open(path, 'r');
  try {
    const stored = (await file.stat()).size - saltBytes;
    const fileKey = fileKeyOf(key, await readAt(file, 0, saltBytes));
    const size = plainBytesIn(stored);
    return {
      size,
      read: (at, length) => readPlain({ file, fileKey, stored, size }, at, length),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The decrypted bytes of a sealed file, in blocks. */
export async function* sealedContent(path: string, key: Uint8Array): AsyncGenerator<Uint8Array> {
  const source = await openSealed(path, key);
  try {
    for (let at = 0; at < source.size; at += blockBytes) yield await source.read(at, blockBytes);
  } finally {
    await source.close();
  }
}

export async function readSealed(path: string, key: Uint8Array): Promise<Uint8Array> {
  const source = await openSealed(path, key);
  try {
    return await source.read(0, source.size);
  } finally {
    await source.close();
  }
}

interface Opened {
  readonly file: FileHandle;
  readonly fileKey: Buffer;
  readonly stored: number;
  readonly size: number;
}

async function readPlain({ file, fileKey, stored, size }: Opened, at: number, length: number) {
  const end = Math.min(at + length, size);
  const plain = new Uint8Array(Math.max(0, end - at));
  const last = chunksIn(stored) - 1;
  for (let place = Math.floor(at / chunkBytes); place * chunkBytes < end; ) {
    const places = Math.min(blockBytes / chunkBytes, Math.ceil(end / chunkBytes) - place);
    const block = await readAt(file, saltBytes + place * storedChunk, places * storedChunk);
    for (let from = 0; from < block.length; from += storedChunk, place += 1) {
      const bytes = block.subarray(from, from + storedChunk);
      const chunk = openChunk({ bytes, place, isLast: place === last }, fileKey);
      const start = place * chunkBytes;
      const wanted = chunk.subarray(Math.max(0, at - start), Math.max(0, end - start));
      plain.set(wanted, Math.max(0, start - at));
    }
    if (block.length < places * storedChunk && place <= last && place * chunkBytes < end)
      throw new Error('a sealed file was cut off');
  }
  return plain;
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

function fileKeyOf(key: Uint8Array, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'second-read spool', 32));
}
