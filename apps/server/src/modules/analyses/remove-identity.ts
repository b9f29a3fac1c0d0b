import { createHash, createHmac } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { explicitLittleEndian } from '@second-read/core/decode/dicom/transfer-syntax';
import { sniff } from '@second-read/core/decode/sniff';
import type { DecodeProblem } from '@second-read/core/decode/study';
import { deidentifyHead, type HeadFacts, headFacts } from '@second-read/core/deidentify/deidentify-head';
import type { AppContext } from '../../context.ts';
import { deriveKey } from '../../platform/crypto/key-ring.ts';
import { type ByteSource, openReceived, openSource } from './byte-source.ts';
import { BrokenPixels, copyBytes, copyFragments } from './copy-pixels.ts';
import { onDisk, type ReceivedFile, smallBytes } from './received-file.ts';
import { stripAside, unreadable } from './strip-aside.ts';

/** Longer than any first element that a file without preamble is known by. */
const sniffedBytes = 128 * 1024;
/** How much of a file is read to find its pixels: most need the least, none gets more than the last. */
const headSizes = [1, 8, 64].map((mebibytes) => mebibytes * 1024 * 1024);
/** Of a file that is held in memory. */
const mostPieces = 64;
/** As the decoder's. */
const largestInflated = 208 * 1024 * 1024;

/**
 * What is kept of an upload: a copy without identity beside it, of a DICOM file after PS3.15 Annex E, basic profile, of
 * any other picture without what is written beside its pixels; with `RETAIN_ORIGINAL_TAGS` the file itself. DICOM pixels
 * are streamed; of a small file they are held in memory. Throws `invalid_file` where a file cannot be read: what cannot be cleaned is not kept.
 */
export async function removeIdentity(
  received: ReceivedFile,
  organisationId: string,
  { config }: Pick<AppContext, 'config'>,
): Promise<ReceivedFile> {
  if (config.retainOriginalTags) return received;
  const file = await openReceived(received);
  try {
    const format = sniff(await firstBytes(file, sniffedBytes));
    if (format === 'unknown' || format === 'unsupported') return received;
    if (format !== 'dicom') return await stripAside(received, format);
    const [key] = config.keys;
    const newUid = uidReplacer(deriveKey(key, 'uids'), organisationId);
    return await writeClean(file, received, newUid);
  } catch (error) {
    if (error instanceof BrokenPixels) throw unreadable('corrupt_file');
    throw error;
  } finally {
    await file.close();
  }
}

/** Equal for equal UIDs of an organisation, so that series stay together; keyed, so that nobody finds back. */
function uidReplacer(key: Buffer, organisationId: string): (uid: string) => string {
  return (uid) => {
    const digest = createHmac('sha256', key)
      .update(JSON.stringify([organisationId, uid]))
      .digest();
    digest[6] = 0x80 | ((digest[6] ?? 0) & 0x0f);
    digest[8] = 0x80 | ((digest[8] ?? 0) & 0x3f);
    return `2.25.${BigInt(`0x${digest.toString('hex', 0, 16)}`)}`;
  };
}

async function writeClean(
  file: ByteSource,
  received: ReceivedFile,
  newUid: (uid: string) => string,
): Promise<ReceivedFile> {
  const path = `${received.path}.clean`;
  const facts = headFacts(await firstBytes(file, headSizes[0] ?? 0));
  if (!facts.ok) throw unreadable(facts.problem);
  if (!facts.isDeflated) return writeCopy({ file, facts, path, newUid });
  const inflated = await openSource(await inflate(await onDisk(received), facts.offset));
  try {
    const { isExplicit, isLittleEndian } = explicitLittleEndian;
    const plain = { ...facts, offset: 0, writing: { isExplicit, isLittleEndian } };
    return await writeCopy({ file: inflated, facts: plain, path, newUid });
  } finally {
    await inflated.close();
  }
}

/** Beside the file, up to a limit. */
async function inflate(path: string, offset: number): Promise<string> {
  const target = `${path}.inflated`;
  let bytes = 0;
  const limited = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > largestInflated) throw unreadable('corrupt_file');
      yield chunk;
    }
  };
  const input = createReadStream(path, { start: offset });
  const inflated = createInflateRaw();
  // Not part of the pipeline: what is padding after the stream's own end is left unread.
  input.once('error', (error) => inflated.destroy(error)).pipe(inflated);
  try {
    await pipeline(inflated, limited, createWriteStream(target, { mode: 0o600 }));
  } catch (error) {
    throw isZlibError(error) ? unreadable('corrupt_file') : error;
  } finally {
    input.destroy();
  }
  return target;
}

async function writeCopy(of: {
  file: ByteSource;
  facts: HeadFacts;
  path: string;
  newUid: (uid: string) => string;
}): Promise<ReceivedFile> {
  const { file, path } = of;
  const { head, pixels } = await cleanHead(file, of.facts, of.newUid);
  const { offset, length } = pixels;
  if (length !== undefined && length > file.size - offset) throw unreadable('corrupt_file');
  const value = length === undefined ? copyFragments(file, offset) : copyBytes(file, offset, length);
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = async function* () {
    for (const part of head) yield measure(part);
    for await (const part of value) yield measure(part);
  };
  const measure = (part: Uint8Array) => {
    hash.update(part);
    bytes += part.length;
    return part;
  };
  const held = file.size > smallBytes ? undefined : await piecesOf(measured());
  if (!held) await writeFile(path, measured(), { mode: 0o600 });
  return { path, bytes, sha256: hash.digest('hex'), ...(held && { held }) };
}

/** Many small ones are put together: each costs whoever comes after. */
async function piecesOf(parts: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const part of parts) pieces.push(part);
  return pieces.length > mostPieces ? [Buffer.concat(pieces)] : pieces;
}

/** Reads as much of the file as its head needs. */
async function cleanHead(file: ByteSource, facts: HeadFacts, newUid: (uid: string) => string) {
  let problem: DecodeProblem = 'corrupt_file';
  for (const bytes of headSizes) {
    const cleaned = deidentifyHead(await firstBytes(file, bytes), facts, newUid);
    if (cleaned.ok) return cleaned;
    problem = cleaned.problem;
    if (bytes >= file.size) break;
  }
  throw unreadable(problem);
}

/** As plain bytes: what `slice` of a Buffer means is another. */
async function firstBytes(file: ByteSource, most: number): Promise<Uint8Array> {
  const { buffer, byteOffset, length } = await file.read(0, Math.min(most, file.size));
  return new Uint8Array(buffer, byteOffset, length);
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
