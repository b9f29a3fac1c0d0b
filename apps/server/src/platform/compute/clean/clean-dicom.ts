import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { explicitLittleEndian } from '@second-read/core/decode/dicom/dataset/transfer-syntax';
import type { DecodeProblem } from '@second-read/core/decode/study';
import { deidentifyHead, headFacts } from '@second-read/core/deidentify/deidentify-head';
import type { HeadFacts } from '@second-read/core/deidentify/head-facts';
import { cleanPixelValue } from '@second-read/core/deidentify/pixels/clean-value';
import { type ByteSource, openSealed, writeSealed } from '../../spool/sealed-file.ts';
import { copyBytes, copyFragments } from './copy-pixels.ts';
import { firstBytes } from './file-input.ts';
import { Unreadable } from './unreadable.ts';

/** Sizes of the head that are tried in turn to reach the pixels; most files need only the first. */
const headSizes = [1, 8, 64].map((mebibytes) => mebibytes * 1024 * 1024);
/** Limit of an inflated data set: this many times its file, or one large picture. */
const maxExpansion = 4;
const alwaysAllowedBytes = 64 * 1024 * 1024;

type NewUid = (uid: string) => string;

/** Derives UIDs that are equal for equal ones of the organisation and cannot be reversed. */
export interface NewUids {
  readonly key: Uint8Array;
  readonly organisationId: string;
}

interface CleanTask {
  /** Beside which a deflated data set is inflated, encrypted. */
  readonly target: string;
  readonly uids: NewUids;
}

/**
 * The parts of a de-identified DICOM file; its pixels are streamed. Throws `Unreadable` and `BrokenPixels`.
 */
export async function* cleanDicom(
  file: ByteSource,
  task: CleanTask,
  spoolKey: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const newUid = uidReplacer(task.uids);
  const facts = headFacts(await firstBytes(file, headSizes[0] ?? 0));
  if (!facts.ok) throw new Unreadable(facts.problem);
  if (!facts.isDeflated) {
    yield* cleanCopy(file, facts, newUid);
    return;
  }
  const path = `${task.target}.inflated`;
  await writeSealed(path, inflated(file, facts.offset), spoolKey);
  const plain = await openSealed(path, spoolKey);
  try {
    const { isExplicit, isLittleEndian } = explicitLittleEndian;
    yield* cleanCopy(plain, { ...facts, offset: 0, writing: { isExplicit, isLittleEndian } }, newUid);
  } finally {
    await plain.close();
  }
}

/**
 * Equal for equal UIDs of an organisation, so that series stay together; keyed, so that it cannot be
 * reversed.
 */
function uidReplacer({ key, organisationId }: NewUids): NewUid {
  return (uid) => {
    const digest = createHmac('sha256', key)
      .update(JSON.stringify([organisationId, uid]))
      .digest();
    digest[6] = 0x80 | ((digest[6] ?? 0) & 0x0f);
    digest[8] = 0x80 | ((digest[8] ?? 0) & 0x3f);
    return `2.25.${BigInt(`0x${digest.toString('hex', 0, 16)}`)}`;
  };
}

async function* cleanCopy(file: ByteSource, facts: HeadFacts, newUid: NewUid): AsyncGenerator<Uint8Array> {
  const { head, pixels, layout } = await cleanHead(file, facts, newUid);
  const { offset, length } = pixels;
  if (length !== undefined && length > file.size - offset) throw new Unreadable('corrupt_file');
  yield Buffer.concat(head);
  const copied = length === undefined ? copyFragments(file, offset) : copyBytes(file, offset, length);
  yield* cleanPixelValue(copied, layout, length === undefined);
}

/** Reads the file's head. */
async function cleanHead(file: ByteSource, facts: HeadFacts, newUid: NewUid) {
  let problem: DecodeProblem = 'corrupt_file';
  for (const bytes of headSizes) {
    const cleaned = deidentifyHead(await firstBytes(file, bytes), facts, newUid);
    if (cleaned.ok) return cleaned;
    problem = cleaned.problem;
    if (bytes >= file.size) break;
  }
  throw new Unreadable(problem);
}

/** Up to a limit. Padding after the end of the stream is ignored. */
async function* inflated(file: ByteSource, offset: number): AsyncGenerator<Uint8Array> {
  const limit = Math.max(alwaysAllowedBytes, maxExpansion * file.size);
  const packed = Readable.from(copyBytes(file, offset, file.size - offset), { objectMode: false });
  const unpacked = createInflateRaw();
  const fed = pipeline(packed, unpacked).catch((error: unknown) => unpacked.destroy(asError(error)));
  let bytes = 0;
  try {
    for await (const part of unpacked as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > limit) throw new Unreadable('corrupt_file');
      yield part;
    }
  } catch (error) {
    throw isZlibError(error) ? new Unreadable('corrupt_file') : error;
  } finally {
    packed.destroy();
    unpacked.destroy();
    await fed;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
