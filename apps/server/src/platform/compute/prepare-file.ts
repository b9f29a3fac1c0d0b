import type { Codecs } from '@second-read/core/decode/decode-study';
import { Damaged } from '@second-read/core/decode/dicom/dataset/damaged';
import { sniff } from '@second-read/core/decode/sniff';
import type { DecodeProblem } from '@second-read/core/decode/study';
import type { InstanceIdentity } from '@second-read/core/deidentify/read-identity';
import type { Box } from '@second-read/core/pixels/plane';
import type { ByteSource } from '../spool/sealed-file.ts';
import { cleanDicom, type NewUids } from './clean/clean-dicom.ts';
import { BrokenPixels } from './clean/copy-pixels.ts';
import { type FileInput, firstBytes, openInput, wholeInput } from './clean/file-input.ts';
import { identifyFile } from './clean/identify-file.ts';
import { type Copy, keepCopy } from './clean/keep-copy.ts';
import { stripMetadata } from './clean/strip-metadata.ts';
import { Unreadable } from './clean/unreadable.ts';
import { maskedParts } from './mask-file.ts';
import { searchText, type TextSearch, type TextTask } from './search-text.ts';

/** An uploaded file, and what is to be done with it before it is stored. */
export interface PrepareTask {
  readonly source: FileInput;
  /** Where the encrypted copy goes, unless it is small. */
  readonly target: string;
  /** How UIDs are replaced in a copy without identity; undefined: the file is kept as it is. */
  readonly uids: NewUids | undefined;
  /** Whether to look for burned-in text first; where there is some, nothing else is done. */
  readonly text?: Omit<TextTask, 'source'> | undefined;
  /** To be blackened in the copy. */
  readonly boxes?: readonly Box[] | undefined;
}

export type PrepareOutcome =
  | {
      readonly status: 'prepared';
      /** Undefined where the file itself is kept: so it is requested, or it is of no supported format. */
      readonly copy: Copy | undefined;
      /** The instance that a DICOM file claims to be; undefined if it is not DICOM, or damaged. */
      readonly identity: InstanceIdentity | undefined;
    }
  | Extract<TextSearch, { readonly status: 'found' }>
  | {
      readonly status: 'failed';
      readonly reason: DecodeProblem;
      readonly identity?: InstanceIdentity | undefined;
    };

/**
 * One file from the upload to what is kept of it: looks for text, reads whom it names and makes a copy
 * without identity, in which boxes are blackened: of DICOM by the basic profile of PS3.15 Annex E, of any
 * other picture without its metadata.
 */
export async function prepareFile(
  task: PrepareTask,
  codecs: Codecs,
  spoolKey: Uint8Array,
): Promise<PrepareOutcome> {
  const source = task.text ? { bytes: await wholeInput(task.source, spoolKey) } : task.source;
  if (task.text) {
    const search = await searchText({ ...task.text, source }, codecs, spoolKey);
    if (search.status !== 'none') return search;
  }
  const file = await openInput(source, spoolKey);
  try {
    const identity = await identifyFile(file);
    const failed = (reason: DecodeProblem) => ({ status: 'failed', reason, identity }) as const;
    try {
      const parts = await keptParts(file, task, codecs, spoolKey);
      const copy = parts && (await keepCopy(parts, task.target, spoolKey));
      return { status: 'prepared', copy, identity };
    } catch (error) {
      if (error instanceof BrokenPixels) return failed('corrupt_file');
      if (error instanceof Unreadable) return failed(error.reason);
      if (error instanceof Damaged) return failed(error.problem);
      throw error;
    }
  } finally {
    await file.close();
  }
}

type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

async function keptParts(
  file: ByteSource,
  task: PrepareTask,
  codecs: Codecs,
  spoolKey: Uint8Array,
): Promise<Parts | undefined> {
  const clean = await cleanParts(file, task, spoolKey);
  if (!task.boxes) return clean;
  const bytes = clean ? await joined(clean) : await file.read(0, file.size);
  const masked = await maskedParts(bytes, task.boxes, codecs);
  if (!masked.ok) throw new Unreadable(masked.problem);
  return masked.parts;
}

/** Long enough for any first element that identifies a file without preamble. */
const sniffedBytes = 128 * 1024;

async function cleanParts(
  file: ByteSource,
  { uids, target }: PrepareTask,
  spoolKey: Uint8Array,
): Promise<Parts | undefined> {
  if (!uids) return undefined;
  const format = sniff(await firstBytes(file, sniffedBytes));
  if (format === 'unknown' || format === 'unsupported') return undefined;
  if (format === 'dicom') return cleanDicom(file, { target, uids }, spoolKey);
  return await stripMetadata(await file.read(0, file.size), format);
}

async function joined(parts: Parts): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  // As a plain Uint8Array over the same memory.
  const { buffer, byteOffset, length } = Buffer.concat(all);
  return new Uint8Array(buffer, byteOffset, length);
}
