import { askForMasks, type BurnedInTextReply } from '@second-read/contract/analyses';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import type { FoundText, WorkOptions } from '../../../platform/compute/compute.ts';
import { inTime, unreadable } from './foreign-bytes.ts';
import { countSearch } from './limit-searches.ts';
import { imageOf, type Upload } from './receive-upload.ts';
import { inputOf, type ReceivedFile } from './received-file.ts';
import type { WantedMasks } from './wanted-masks.ts';

/**
 * A proposal of what to hide, where the request asks for one and the picture seems to hold text, or its
 * file says that it does; undefined where the analysis may go on. Where originals must be kept untouched
 * nothing is looked for.
 */
export async function proposeMasks(
  { reads, pictureName }: ModuleManifest,
  upload: Upload,
  work: WorkOptions,
  context: AppContext,
): Promise<BurnedInTextReply | undefined> {
  if (upload.masks !== askForMasks || context.config.retainOriginalTags) return undefined;
  countSearch(work.by, context);
  const source = inputOf(upload.original ?? imageOf(upload));
  const frame = upload.frame === undefined ? undefined : upload.frame - 1;
  const search = await inTime(
    context.compute.findText({ source, frame, reader: { reads, pictureName } }, work),
  );
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
  work: WorkOptions,
  { compute, config }: Pick<AppContext, 'compute' | 'config'>,
): Promise<ReceivedFile> {
  if (masks === undefined || masks === askForMasks || masks.length === 0) return clean;
  if (config.retainOriginalTags) {
    throw new Problem(
      'invalid_request',
      'This server keeps uploads as they came; nothing can be hidden in them.',
    );
  }
  const path = `${clean.path}.masked`;
  const masked = await inTime(compute.mask({ source: inputOf(clean), boxes: masks, target: path }, work));
  if (!masked.ok) throw unreadable(masked.reason);
  const { bytes, sha256, held } = masked;
  return { path, bytes, sha256, ...(held && { held: [held] }) };
}
