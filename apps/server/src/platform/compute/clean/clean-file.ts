import { sniff } from '@second-read/core/decode/sniff';
import type { DecodeProblem } from '@second-read/core/decode/study';
import type { ByteSource } from '../../spool/sealed-file.ts';
import { cleanDicom } from './clean-dicom.ts';
import type { CleanTask } from './clean-task.ts';
import { BrokenPixels } from './copy-pixels.ts';
import { firstBytes, openInput } from './file-input.ts';
import { type Copy, keepCopy } from './keep-copy.ts';
import { stripMetadata } from './strip-metadata.ts';
import { Unreadable } from './unreadable.ts';

/** `unknown`: not a supported format; refused later. */
export type CleanOutcome =
  | ({ readonly status: 'clean' } & Copy)
  | { readonly status: 'unknown' }
  | { readonly status: 'failed'; readonly reason: DecodeProblem };

/** Long enough for any first element that identifies a file without preamble. */
const sniffedBytes = 128 * 1024;

/**
 * De-identifies a copy of a file: DICOM by the basic profile of PS3.15 Annex E, any other picture by
 * removing its metadata.
 */
export async function cleanFile(task: CleanTask, spoolKey: Uint8Array): Promise<CleanOutcome> {
  const file = await openInput(task.source, spoolKey);
  try {
    const parts = await cleanParts(file, task, spoolKey);
    if (!parts) return { status: 'unknown' };
    return { status: 'clean', ...(await keepCopy(parts, task.target, spoolKey)) };
  } catch (error) {
    if (error instanceof BrokenPixels) return { status: 'failed', reason: 'corrupt_file' };
    if (error instanceof Unreadable) return { status: 'failed', reason: error.reason };
    throw error;
  } finally {
    await file.close();
  }
}

async function cleanParts(file: ByteSource, task: CleanTask, spoolKey: Uint8Array) {
  const format = sniff(await firstBytes(file, sniffedBytes));
  if (format === 'unknown' || format === 'unsupported') return undefined;
  if (format === 'dicom') return cleanDicom(file, task, spoolKey);
  return await stripMetadata(await file.read(0, file.size), format);
}
