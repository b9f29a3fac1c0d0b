import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import type { RasterFormat } from '@second-read/core/decode/raster-codec';
import { type DecodeProblem, decodeMessages } from '@second-read/core/decode/study';
import { stripPicture } from '@second-read/core/deidentify/picture/strip-picture';
import { Problem } from '../../http/problem.ts';
import { type ReceivedFile, smallBytes, wholeOf } from './received-file.ts';

/** Each holds a file twice; one after the other keeps the memory bounded, however many come at once. */
let last: Promise<unknown> = Promise.resolve();

/** A copy of a picture without its metadata: beside it, or, where it is small, in memory. Throws `invalid_file`. */
export function stripAside(received: ReceivedFile, format: RasterFormat): Promise<ReceivedFile> {
  const next = last.then(() => strip(received, format));
  last = next.catch(() => undefined);
  return next;
}

async function strip(received: ReceivedFile, format: RasterFormat): Promise<ReceivedFile> {
  const inflate = (bytes: Uint8Array, limit: number) => inflateRawSync(bytes, { maxOutputLength: limit });
  const stripped = stripPicture(new Uint8Array(await wholeOf(received)), format, inflate);
  if (!stripped.ok) throw unreadable(stripped.problem);
  const path = `${received.path}.clean`;
  const hash = createHash('sha256');
  let bytes = 0;
  for (const part of stripped.parts) {
    hash.update(part);
    bytes += part.length;
  }
  const clean = { path, bytes, sha256: hash.digest('hex') };
  if (bytes <= smallBytes) return { ...clean, held: stripped.parts };
  await writeFile(path, stripped.parts, { mode: 0o600 });
  return clean;
}

export function unreadable(problem: DecodeProblem): Problem {
  return new Problem('invalid_file', decodeMessages[problem]);
}
