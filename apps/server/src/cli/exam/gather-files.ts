import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sniff } from '@second-read/core/decode/sniff';
import { factsOfFrame, readSliceFacts, type SliceFacts } from '@second-read/core/series/slice-facts';
import { UsageError } from '../usage-error.ts';
import { unzip } from './unzip.ts';

/** One picture of the exam: a file, or a frame of one. */
export interface ExamFile {
  /** As the caller calls it; of an archive its path and that within it. */
  readonly name: string;
  readonly path: string;
  /** Of a multi-frame file, from 0. */
  readonly frame?: number;
  readonly facts: SliceFacts;
}

export interface Gathered {
  readonly files: readonly ExamFile[];
  /** What lies beside the pictures. */
  readonly notPictures: readonly string[];
}

/** Files, folders and archives to pictures with what their heads say; `scratch` takes what is unpacked. */
export async function gatherFiles(paths: readonly string[], scratch: string): Promise<Gathered> {
  const files: ExamFile[] = [];
  const notPictures: string[] = [];
  for (const path of paths) {
    for (const found of await expand(path, scratch)) {
      const facts = await factsOf(found.path);
      if (facts === undefined) notPictures.push(found.name);
      else files.push(...framesOf(found, facts));
    }
  }
  return { files, notPictures };
}

function framesOf(file: { name: string; path: string }, facts: SliceFacts): ExamFile[] {
  if (facts.frames <= 1) return [{ ...file, facts }];
  return Array.from({ length: facts.frames }, (_, frame) => ({
    ...file,
    name: `${file.name}#${frame + 1}`,
    frame,
    facts: factsOfFrame(facts, frame),
  }));
}

async function expand(path: string, scratch: string): Promise<{ name: string; path: string }[]> {
  const about = await stat(path).catch(() => undefined);
  if (about === undefined) throw new UsageError(`No such file: ${path}`);
  if (about.isDirectory()) {
    const names = await readdir(path, { recursive: true, withFileTypes: true });
    return names
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map((name) => ({ name, path: name }));
  }
  const isArchive = (await head(path, 4)).subarray(0, 2).toString('latin1') === 'PK';
  return isArchive ? unzip(path, scratch) : [{ name: path, path }];
}

/** Bytes read of a file at first, and at most, to find where its pixels begin. */
const heads = [64 * 1024, 4 * 1024 * 1024] as const;

/** Undefined where the file is no picture. */
async function factsOf(path: string): Promise<SliceFacts | undefined> {
  for (const [attempt, bytes] of heads.entries()) {
    const start = await head(path, bytes);
    const format = sniff(start);
    if (format === 'unknown' || format === 'unsupported') return undefined;
    if (format !== 'dicom') return { rows: 0, columns: 0, bitsStored: 0, frames: 1 };
    const read = readSliceFacts(start, start.length < bytes || attempt === heads.length - 1);
    if (read.kind === 'slice') return read.facts;
    if (read.kind !== 'more') return undefined;
  }
  return undefined;
}

async function head(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
