import { buffer } from 'node:stream/consumers';
import type { AppContext } from '../../../context.ts';

/** A stored picture by its key: a PNG that this server wrote. */
export async function storedPng(
  key: string | undefined,
  { blobs }: Pick<AppContext, 'blobs'>,
): Promise<Buffer> {
  const blob = key === undefined ? undefined : await blobs.open(key);
  if (!blob) throw new Error('a picture of a report is missing');
  return buffer(blob.stream);
}
