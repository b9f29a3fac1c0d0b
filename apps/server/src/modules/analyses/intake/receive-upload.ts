import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import {
  askForMasks,
  frameNumber,
  isVisibleText,
  type MaskBox,
  maskList,
  patientIdMaxLength,
  processParts,
  type SlicePlace,
  slicePlace,
} from '@second-read/contract/analyses';
import { type CaptureNote, captureNote } from '@second-read/core/report/capture-note';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import { writeSealed } from '../../../platform/spool/sealed-file.ts';
import { openSpoolFolder } from '../../../platform/spool/spool-folder.ts';
import { spoolKey } from '../../../platform/spool/spool-key.ts';
import { type MemoryShare, openMemoryShare, type ReceivedFile, smallBytes } from './received-file.ts';

/** What a request wants done about text in its picture: ask, or hide these boxes. */
type WantedMasks = typeof askForMasks | readonly MaskBox[];

export interface Upload {
  readonly patientId: string;
  /** The patient ID was made up by the program. */
  readonly patientGenerated: boolean;
  /** What is to become of a file that names another patient; undefined: it is read, as specified. */
  readonly patientConfirmed: boolean | undefined;
  /** Missing only where the caller allowed it. */
  readonly image: ReceivedFile | undefined;
  /** The untouched upload, where the browser sent a re-encoded picture as `image`. */
  readonly original: ReceivedFile | undefined;
  /** The word of the PACS's picture that came with it. */
  readonly origin: string | undefined;
  /** Which frame of a multi-frame file is wanted, from 1; undefined leaves the choice to the decoder. */
  readonly frame: number | undefined;
  /** Which slice of a series it is; undefined for a picture that stands alone. */
  readonly place: SlicePlace | undefined;
  /** What is to become of text in the picture: ask, or hide these boxes. */
  readonly masks: WantedMasks | undefined;
  /** When the picture was taken, as whoever took it says. */
  readonly capture: CaptureNote | undefined;
  /** As the request calls the image. */
  readonly fileName: string | undefined;
  /** Removes what was received. */
  discard(): Promise<void>;
}

const overheadBytes = 64 * 1024;

/**
 * Streams a multipart body to disk, sealed, or, where it is small, to memory. Parts may come in any order; a
 * part that is unknown, repeated, of the wrong kind or too large is refused. Whatever was written is gone
 * when this throws. Where `body` names no patient, `patientId` does. Whether there is an image is the
 * caller's to ask.
 */
export async function receiveUpload(
  request: FastifyRequest,
  { config }: Pick<AppContext, 'config'>,
  expected: ExpectedBody,
): Promise<Upload> {
  const { uploadBytes, uploadMb } = config.limits;
  if (Number(request.headers['content-length'] ?? 0) > 2 * uploadBytes + overheadBytes)
    throw tooLarge(uploadMb);
  const folder = openSpoolFolder(config.uploadDir);
  const memory = openMemoryShare();
  const discard = () => {
    memory.close();
    return folder.discard();
  };
  try {
    const room = { folder: folder.path, memory, uploadBytes, uploadMb };
    return { ...(await readParts(request, room, expected)), discard };
  } catch (error) {
    await discard();
    throw isFromParser(error) ? malformed(error) : error;
  }
}

/** What a call's body may hold. */
export interface ExpectedBody {
  readonly body: z.ZodObject;
  /** Where the body names none. */
  readonly patientId?: string;
}

/** Where files go and how large they may be. */
interface Room {
  readonly folder: string;
  readonly memory: MemoryShare;
  readonly uploadBytes: number;
  readonly uploadMb: number;
}

async function readParts(
  request: FastifyRequest,
  room: Room,
  { body, patientId: known }: ExpectedBody,
): Promise<Omit<Upload, 'discard'>> {
  const limits = {
    fileSize: room.uploadBytes,
    files: 2,
    fields: 8,
    parts: 10,
    fieldSize: 32_768,
    fieldNameSize: 100,
  };
  const files = new Map<string, ReceivedFile>();
  let fields: Partial<Fields> = known === undefined ? {} : { patientId: known };
  let fileName: string | undefined;
  const read = new Set<string>(known === undefined ? [] : [processParts.patientId]);
  for await (const part of request.parts({ limits })) {
    const { fieldname } = part;
    if (!Object.hasOwn(body.shape, fieldname) || read.has(fieldname)) throw unexpected(fieldname);
    read.add(fieldname);
    if (part.type === 'file') {
      if (!isFilePart(fieldname)) throw unexpected(fieldname);
      if (fieldname === processParts.image) fileName = part.filename;
      files.set(fieldname, await receiveFile(part.file, join(room.folder, fieldname), room));
    } else {
      const readField = fieldReaders[fieldname];
      if (!readField) throw unexpected(fieldname);
      fields = { ...fields, ...readField(part.valueTruncated ? undefined : part.value) };
    }
  }
  const { patientId, ...others } = fields;
  if (patientId === undefined) throw new Problem('patient_id_required', 'A patient ID is required.');
  const [image, original] = [files.get(processParts.image), files.get(processParts.original)];
  return { ...absent, ...others, patientId, fileName, image, original };
}

type Fields = Omit<Upload, 'fileName' | 'image' | 'original' | 'discard'>;

const absent: Omit<Fields, 'patientId'> = {
  patientGenerated: false,
  patientConfirmed: undefined,
  origin: undefined,
  frame: undefined,
  place: undefined,
  masks: undefined,
  capture: undefined,
};

/** Of each field its value; undefined where it was too long. */
const fieldReaders: Readonly<Record<string, (value: unknown) => Partial<Fields>>> = {
  [processParts.patientId]: (value) => ({ patientId: cleanPatientId(value) }),
  [processParts.generated]: (value) => ({ patientGenerated: flagOf(value, 'generated') }),
  [processParts.confirmed]: (value) => ({ patientConfirmed: flagOf(value, 'confirmed') }),
  [processParts.origin]: (value) => ({ origin: value === undefined ? '' : String(value) }),
  [processParts.frame]: (value) => ({
    frame: parsed(frameNumber, value, 'frame must be an integer ≥ 1'),
  }),
  [processParts.place]: (value) => ({
    place: parsed(slicePlace, value, 'The slice must be written like 12/30.'),
  }),
  [processParts.masks]: (value) => ({ masks: readMasks(value) }),
  [processParts.capture]: (value) => ({
    capture: parsed(captureNote, jsonOf(value), 'The note on when the picture was taken is malformed.'),
  }),
};

function parsed<T>(schema: z.ZodType<T>, value: unknown, message: string): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new Problem('invalid_request', message);
  return result.data;
}

function readMasks(value: unknown): WantedMasks {
  if (value === askForMasks) return askForMasks;
  return parsed(maskList, jsonOf(value), 'The boxes to mask could not be read.');
}

async function receiveFile(
  source: MultipartFile['file'],
  path: string,
  { memory, uploadMb }: Room,
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const isOver = new AbortController();
  source.once('limit', () => isOver.abort());
  const measured = async function* (): AsyncGenerator<Buffer, undefined> {
    for await (const chunk of addAbortSignal(isOver.signal, source)) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  let held: Buffer[] | undefined;
  try {
    held = await holdOrWrite(measured(), path, memory);
  } catch (error) {
    throw isOver.signal.aborted ? tooLarge(uploadMb) : error;
  }
  // A small body may have been cut before anybody listened for `limit`.
  if (source.truncated) throw tooLarge(uploadMb);
  if (bytes === 0) throw new Problem('invalid_file', 'The file is empty.');
  return { path, bytes, sha256: hash.digest('hex'), ...(held && { held: [Buffer.concat(held)] }) };
}

/** What was held; undefined where it became too much and all was written to `path`. */
async function holdOrWrite(
  chunks: AsyncGenerator<Buffer, undefined>,
  path: string,
  memory: MemoryShare,
): Promise<Buffer[] | undefined> {
  const begun: Buffer[] = [];
  for (let bytes = 0; ; ) {
    const { value: chunk } = await chunks.next();
    if (chunk === undefined) return begun;
    begun.push(chunk);
    bytes += chunk.length;
    if (bytes > smallBytes || !memory.take(chunk.length)) break;
  }
  const all = async function* () {
    yield* begun.splice(0);
    yield* chunks;
  };
  await writeSealed(path, all(), spoolKey());
  return undefined;
}

/** @throws Problem where no image was sent. */
export function imageOf({ image }: Upload): ReceivedFile {
  if (!image) throw new Problem('invalid_request', 'The upload contains no image.');
  return image;
}

/** Trimmed, else as given. PostgreSQL cannot keep the character NUL. */
function cleanPatientId(value: unknown): string {
  const patientId = typeof value === 'string' ? value.trim() : '';
  if (value !== undefined && !isVisibleText(patientId)) {
    throw new Problem('patient_id_required', 'A patient ID is required.');
  }
  if (value === undefined || patientId.length > patientIdMaxLength) {
    throw new Problem('invalid_request', `The patient ID is longer than ${patientIdMaxLength} characters.`);
  }
  if (patientId.includes('\0'))
    throw new Problem('invalid_request', 'The patient ID contains a NUL character.');
  return patientId;
}

function flagOf(value: unknown, name: string): boolean {
  if (value !== '0' && value !== '1')
    throw new Problem('invalid_request', `The ${name} flag must be 1 or 0.`);
  return value === '1';
}

function jsonOf(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return undefined;
  }
}

function isFilePart(name: string): boolean {
  return name === processParts.image || name === processParts.original;
}

/** The multipart parser throws plain errors; everything else that can fail here has a code. */
function isFromParser(error: unknown): boolean {
  return error instanceof Error && !('code' in error);
}

function malformed(cause: unknown): Problem {
  const message = 'The upload could not be read: it is incomplete or malformed.';
  return new Problem('invalid_request', message, { cause });
}

function unexpected(name: string): Problem {
  const known: readonly string[] = Object.values(processParts);
  const what = known.includes(name)
    ? `"${name}" was sent twice, is of the wrong kind or has no place in this call`
    : 'an unknown part was sent';
  return new Problem('invalid_request', `The upload could not be read: ${what}.`);
}

function tooLarge(uploadMb: number): Problem {
  return new Problem('upload_too_large', `The image is larger than ${uploadMb} MB.`);
}
