import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type DataKey, deriveKey, findKey, type KeyRing } from '../crypto/key-ring.ts';
import {
  chunkBytes,
  inChunks,
  nonceOf,
  openChunk,
  plainBytesIn,
  sealChunk,
  tagBytes,
} from '../crypto/sealed-chunks.ts';
import type { Blobs, SealedBlobs } from './blobs.ts';

export interface SealingOptions {
  /** Returns unencrypted contents as they are. Only for a demo whose pictures predate encryption. */
  readonly admitsUnsealed: boolean;
}

/**
 * Layout: `SRB1`, key id (4 bytes), salt (16), then chunks of 64 KiB, each AES-256-GCM with its tag. Each
 * file has a separate key, from salt and blob key: content moved to another name does not open. A chunk's
 * nonce holds its place and whether it is the last: nothing can be cut off, repeated or moved.
 */
const magic = Buffer.from('SRB1');
const headBytes = 24;

/** Encrypts on the way into `inner` and decrypts on the way out; every byte returned is authenticated. */
export function sealBlobs(inner: Blobs, keys: KeyRing, { admitsUnsealed }: SealingOptions): SealedBlobs {
  return {
    ...inner,
    put: async (name, content) => {
      const salt = randomBytes(16);
      const [key] = keys;
      const head = Buffer.concat([magic, Buffer.from(key.id, 'hex'), salt]);
      const fileKey = fileKeyOf(key, salt, name);
      if (!(content instanceof Readable)) {
        const pieces = content instanceof Uint8Array ? [content] : content;
        await inner.put(name, sealWhole(pieces, head, fileKey));
        return { bytes: lengthOf(pieces) };
      }
      const counted = { bytes: 0 };
      await inner.put(
        name,
        Readable.from(sealStream(content, head, fileKey, counted), { objectMode: false }),
      );
      return counted;
    },
    open: async (name) => {
      const found = await inner.open(name);
      if (!found) return undefined;
      const source = found.stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      try {
        const { head, rest } = await readHead(source);
        const isSealed = head.subarray(0, 4).equals(magic) && head.length === headBytes;
        if (!isSealed && !admitsUnsealed) throw new Error('a picture is not sealed');
        const stored = isSealed
          ? openStream(rest, source, fileKeyFor(head, name, keys))
          : asIs(head, rest, source);
        const stream = Readable.from(stored, { objectMode: false });
        stream.once('close', () => found.stream.destroy());
        return {
          info: { bytes: isSealed ? plainBytesIn(found.info.bytes - headBytes) : found.info.bytes },
          stream,
        };
      } catch (error) {
        found.stream.destroy();
        throw error;
      }
    },
    isCurrent: async (name) => {
      const found = await inner.open(name);
      if (!found) return undefined;
      const { head } = await readHead(found.stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>);
      found.stream.destroy();
      return head.subarray(0, 8).equals(Buffer.concat([magic, Buffer.from(keys[0].id, 'hex')]));
    },
  };
}

/** The slices of the concatenated pieces that fall into one chunk. */
function* partsOfChunk(pieces: readonly Uint8Array[], place: number): Generator<Uint8Array> {
  let start = -place * chunkBytes;
  for (const piece of pieces) {
    const end = start + piece.length;
    if (end > 0 && start < chunkBytes) yield piece.subarray(Math.max(0, -start), chunkBytes - start);
    start = end;
  }
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function sealWhole(pieces: readonly Uint8Array[], head: Buffer, key: Buffer): Buffer {
  const length = lengthOf(pieces);
  const chunks = Math.max(1, Math.ceil(length / chunkBytes));
  const sealed = Buffer.allocUnsafeSlow(head.length + length + chunks * tagBytes);
  let at = head.copy(sealed);
  for (let place = 0; place < chunks; place += 1) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place, place === chunks - 1));
    for (const part of partsOfChunk(pieces, place)) at += cipher.update(part).copy(sealed, at);
    cipher.final();
    at += cipher.getAuthTag().copy(sealed, at);
  }
  return sealed;
}

async function* sealStream(content: Readable, head: Buffer, key: Buffer, counted: { bytes: number }) {
  yield head;
  for await (const chunk of inChunks(content[Symbol.asyncIterator](), chunkBytes)) {
    counted.bytes += chunk.bytes.length;
    yield sealChunk(chunk, key);
  }
}

async function* openStream(rest: Buffer, source: AsyncIterator<Buffer>, key: Buffer) {
  for await (const chunk of inChunks(source, chunkBytes + tagBytes, rest)) yield openChunk(chunk, key);
}

async function* asIs(head: Buffer, rest: Buffer, source: AsyncIterator<Buffer>) {
  yield Buffer.concat([head, rest]);
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

async function readHead(source: AsyncIterator<Buffer>): Promise<{ head: Buffer; rest: Buffer }> {
  let held = Buffer.alloc(0);
  while (held.length < headBytes) {
    const next = await source.next();
    if (next.done) break;
    held = Buffer.concat([held, next.value]);
  }
  return { head: held.subarray(0, headBytes), rest: held.subarray(headBytes) };
}

function fileKeyFor(head: Buffer, name: string, keys: KeyRing): Buffer {
  const id = head.toString('hex', 4, 8);
  const key = findKey(keys, id);
  if (!key) throw new Error(`a picture is sealed under the key ${id}, which is not in DATA_KEYS`);
  return fileKeyOf(key, head.subarray(8, headBytes), name);
}

function fileKeyOf(key: DataKey, salt: Uint8Array, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', deriveKey(key, 'pictures'), salt, name, 32));
}
