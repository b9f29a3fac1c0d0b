import { createHash, createHmac } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { explicitLittleEndian } from '@second-read/core/decode/dicom/transfer-syntax';
import { type Sniffed, sniff } from '@second-read/core/decode/sniff';
import type { DecodeProblem } from '@second-read/core/decode/study';
import { deidentifyHead, type HeadFacts, headFacts } from '@second-read/core/deidentify/deidentify-head';
import type { AppContext } from '../../context.ts';
import { deriveKey } from '../../platform/crypto/key-ring.ts';
import { BrokenPixels, copyBytes, copyFragments } from './copy-pixels.ts';
import type { ReceivedFile } from './receive-upload.ts';
import { stripAside, unreadable } from './strip-aside.ts';

/** Longer than any first element that a file without preamble is known by. */
const sniffedBytes = 128 * 1024;
/** How much of a file is read to find its pixels: most need the least, none gets more than the last. */
const headSizes = [1, 8, 64].map((mebibytes) => mebibytes * 1024 * 1024);
/** As the decoder's. */
const largestInflated = 208 * 1024 * 1024;

/**
 * What is kept of an upload: a copy without identity beside it, of a DICOM file after PS3.15 Annex E, basic profile, of
 * any other picture without what is written beside its pixels; with `RETAIN_ORIGINAL_TAGS` the file itself. DICOM pixels
 * are streamed. Throws `invalid_file` where a file cannot be read: what cannot be cleaned is not kept.
 */
export async function removeIdentity(
  received: ReceivedFile,
  organisationId: string,
  { config }: Pick<AppContext, 'config'>,
): Promise<ReceivedFile> {
  if (config.retainOriginalTags) return received;
  const format = await formatOf(received.path);
  if (format === 'unknown' || format === 'unsupported') return received;
  if (format !== 'dicom') return stripAside(received, format);
  const path = `${received.path}.clean`;
  const [key] = config.keys;
  const newUid = uidReplacer(deriveKey(key, 'uids'), organisationId);
  try {
    const { source, facts } = await readable(received.path);
    return await writeClean({ source, facts, path, newUid });
  } catch (error) {
    if (error instanceof BrokenPixels) throw unreadable('corrupt_file');
    throw error;
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

async function formatOf(path: string): Promise<Sniffed> {
  const file = await open(path, 'r');
  try {
    return sniff(await firstBytes(file, sniffedBytes));
  } finally {
    await file.close();
  }
}

/** How the file is written; a deflated one is inflated beside it first, up to a limit. */
async function readable(path: string): Promise<{ source: string; facts: HeadFacts }> {
  const file = await open(path, 'r');
  let facts: HeadFacts;
  try {
    const found = headFacts(await firstBytes(file, headSizes[0] ?? 0));
    if (!found.ok) throw unreadable(found.problem);
    facts = found;
  } finally {
    await file.close();
  }
  if (!facts.isDeflated) return { source: path, facts };
  const source = `${path}.inflated`;
  let bytes = 0;
  const limited = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > largestInflated) throw unreadable('corrupt_file');
      yield chunk;
    }
  };
  const input = createReadStream(path, { start: facts.offset });
  const inflate = createInflateRaw();
  // Not part of the pipeline: what is padding after the stream's own end is left unread.
  input.once('error', (error) => inflate.destroy(error)).pipe(inflate);
  try {
    await pipeline(inflate, limited, createWriteStream(source, { mode: 0o600 }));
  } catch (error) {
    throw isZlibError(error) ? unreadable('corrupt_file') : error;
  } finally {
    input.destroy();
  }
  const { isExplicit, isLittleEndian } = explicitLittleEndian;
  return { source, facts: { ...facts, offset: 0, writing: { isExplicit, isLittleEndian } } };
}

async function writeClean(of: {
  source: string;
  facts: HeadFacts;
  path: string;
  newUid: (uid: string) => string;
}): Promise<ReceivedFile> {
  const file = await open(of.source, 'r');
  try {
    const { size } = await file.stat();
    const { head, pixels } = await cleanHead(file, size, of.facts, of.newUid);
    const { offset, length } = pixels;
    if (length !== undefined && length > size - offset) throw unreadable('corrupt_file');
    const value = length === undefined ? copyFragments(file, offset, size) : copyBytes(file, offset, length);
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
    await pipeline(
      Readable.from(measured(), { objectMode: false }),
      createWriteStream(of.path, { mode: 0o600 }),
    );
    return { path: of.path, bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** Reads as much of the file as its head needs. */
async function cleanHead(file: FileHandle, size: number, facts: HeadFacts, newUid: (uid: string) => string) {
  let problem: DecodeProblem = 'corrupt_file';
  for (const bytes of headSizes) {
    const cleaned = deidentifyHead(await firstBytes(file, Math.min(bytes, size)), facts, newUid);
    if (cleaned.ok) return cleaned;
    problem = cleaned.problem;
    if (bytes >= size) break;
  }
  throw unreadable(problem);
}

async function firstBytes(file: FileHandle, most: number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of untilEnd(file, most)) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

async function* untilEnd(file: FileHandle, most: number): AsyncGenerator<Buffer> {
  const { size } = await file.stat();
  yield* copyBytes(file, 0, Math.min(most, size));
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
