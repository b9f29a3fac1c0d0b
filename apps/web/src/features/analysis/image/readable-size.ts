import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { sizeProblem, tooManyPixels } from '@second-read/core/decode/limits';
import { decodeMessages } from '@second-read/core/decode/study';
import { sizeInHead } from '@second-read/core/series/head-size';
import { ClientError } from '../run/client-error.ts';

/** Longer than the head of nearly every file; of the others the server says the same later. */
const headBytes = 256 * 1024;

/**
 * Refuses a picture that is too large for the module before it is sent.
 * @throws ClientError
 */
export async function requireReadableSize(file: File, manifest: ModuleManifest): Promise<void> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const size = sizeInHead(head);
  const problem = size && sizeProblem(size.width, size.height, manifest.mostPixels);
  if (problem === 'too_many_pixels') throw new ClientError(tooManyPixels(manifest));
  if (problem === 'side_too_long') throw new ClientError(decodeMessages.side_too_long);
}
