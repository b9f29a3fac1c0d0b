import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { askForMasks, type BurnedInTextReply } from '@second-read/contract/analyses';
import type { AppContext } from '../../context.ts';
import { Problem } from '../../http/problem.ts';
import type { FoundText } from '../../platform/compute/compute.ts';
import { imageOf, type Upload } from './receive-upload.ts';
import { onDisk, type ReceivedFile } from './received-file.ts';
import { unreadable } from './strip-aside.ts';
import type { WantedMasks } from './wanted-masks.ts';

/**
 * A proposal of what to hide, where the request asks for one and the picture seems to hold text, or its
 * file says that it does; undefined where the analysis may go on. Where originals must be kept untouched nothing is looked for.
 */
export async function proposeMasks(
  upload: Upload,
  { compute, config }: AppContext,
): Promise<BurnedInTextReply | undefined> {
  if (upload.masks !== askForMasks || config.retainOriginalTags) return undefined;
  const path = await onDisk(upload.original ?? imageOf(upload));
  const frame = upload.frame === undefined ? undefined : upload.frame - 1;
  const search = await compute.findText({ path, frame });
  if (search.status === 'failed') throw unreadable(search.reason);
  return search.status === 'none' ? undefined : { burned_in_text: presentText(search) };
}

/** Where text was found, or is said to be, as a caller is told. */
export function presentText(search: FoundText): BurnedInTextReply['burned_in_text'] {
  const { width, height, boxes, isStated, preview } = search;
  return {
    width,
    height,
    boxes: [...boxes],
    stated: isStated,
    preview: Buffer.from(preview).toString('base64'),
  };
}

/** What is kept of a file without identity once the boxes are hidden in it: a masked copy beside it. */
export async function hideText(
  clean: ReceivedFile,
  masks: WantedMasks | undefined,
  { compute, config }: AppContext,
): Promise<ReceivedFile> {
  if (masks === undefined || masks === askForMasks || masks.length === 0) return clean;
  if (config.retainOriginalTags) {
    throw new Problem(
      'invalid_request',
      'This server keeps uploads as they came; nothing can be hidden in them.',
    );
  }
  const target = `${clean.path}.masked`;
  const outcome = await compute.mask({ path: await onDisk(clean), boxes: masks, target });
  if (!outcome.ok) throw unreadable(outcome.reason);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(target)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { path: target, bytes, sha256: hash.digest('hex') };
}
