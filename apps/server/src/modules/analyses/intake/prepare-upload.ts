import { askForMasks, type BurnedInTextReply, type MaskBox } from '@second-read/contract/analyses';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { InstanceIdentity } from '@second-read/core/deidentify/read-identity';
import type { Caller } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import type { FoundText, PrepareTask, WorkOptions } from '../../../platform/compute/compute.ts';
import { deriveKey } from '../../../platform/crypto/key-ring.ts';
import { type ArchivedPicture, examOf, openOriginToken, pictureDigests } from '../../patients/index.ts';
import { inTime, unreadable } from './foreign-bytes.ts';
import { countSearch } from './limit-searches.ts';
import { imageOf, type Upload } from './receive-upload.ts';
import { inputOf, type ReceivedFile } from './received-file.ts';

type Tools = Pick<AppContext, 'compute' | 'config'>;

interface Wanted {
  /** Whether to look for burned-in text first, and for whom. */
  readonly text?: PrepareTask['text'];
  /** To be blackened in what is kept. */
  readonly boxes?: readonly MaskBox[] | undefined;
  /** Throws where the file is not the expected one; asked before what cannot be read is refused. */
  readonly check?: (identity: InstanceIdentity | undefined) => void;
}

interface PreparedFile {
  /**
   * What is kept of the file: a copy without identity beside it, of a DICOM file after PS3.15 Annex E, basic
   * profile, of any other picture without what is written beside its pixels; with `RETAIN_ORIGINAL_TAGS` the
   * file itself. Small copies are held in memory.
   */
  readonly source: ReceivedFile;
  /** The instance that a DICOM file claims to be; undefined if it is not DICOM, or damaged. */
  readonly identity: InstanceIdentity | undefined;
}

/**
 * In one trip to a thread: what is kept of a file and whom it names; or text found in it, where that was to
 * be looked for.
 * @throws Problem `invalid_file` where a file cannot be read: what cannot be cleaned is not kept
 */
export async function prepareFile(
  received: ReceivedFile,
  { text, boxes, check }: Wanted,
  work: WorkOptions,
  { compute, config }: Tools,
): Promise<PreparedFile | FoundText> {
  const target = `${received.path}.kept`;
  const { organisationId } = work.by;
  const uids = config.retainOriginalTags
    ? undefined
    : { key: deriveKey(config.keys[0], 'uids'), organisationId };
  const task = { source: inputOf(received), target, uids, text, boxes };
  const outcome = await inTime(compute.prepare(task, work));
  if (outcome.status === 'found') return outcome;
  const { identity } = outcome;
  check?.(identity);
  if (outcome.status === 'failed') throw unreadable(outcome.reason);
  if (!outcome.copy) return { source: received, identity };
  const { bytes, sha256, held } = outcome.copy;
  return { source: { path: target, bytes, sha256, ...(held && { held: [held] }) }, identity };
}

/** What an order is placed with. */
interface PreparedUpload extends Partial<ArchivedPicture> {
  readonly source: ReceivedFile;
  /** Of the file that was uploaded: what tells that it was read before. */
  readonly pictureDigest: string;
}

/**
 * What is kept of an upload and which exam it is of: as its file says, or, of one that came from the PACS, as
 * the file there said. Or a proposal of what to hide, where the request asks for one and the picture seems to
 * hold text, or its file says that it does; where originals must be kept untouched nothing is looked for.
 * @throws Problem `invalid_request` where a picture is not the one of the PACS that it claims to be: its
 *   results would join another patient's study
 */
export async function prepareUpload(
  upload: Upload,
  { id: module, reads, pictureName }: ModuleManifest,
  work: WorkOptions & { readonly by: Caller },
  context: Tools & Pick<AppContext, 'now'>,
): Promise<PreparedUpload | BurnedInTextReply> {
  const { config } = context;
  const picture = upload.original ?? imageOf(upload);
  const { masks } = upload;
  const isAsked = masks === askForMasks && !config.retainOriginalTags;
  if (isAsked) countSearch(work.by, context);
  const frame = upload.frame === undefined ? undefined : upload.frame - 1;
  const boxes = masks === askForMasks || masks?.length === 0 ? undefined : masks;
  if (boxes && config.retainOriginalTags) throw keptAsTheyCame();
  const text = isAsked ? { frame, reader: { reads, pictureName } } : undefined;
  const prepared = await prepareFile(picture, { text, boxes }, work, context);
  if ('boxes' in prepared) return { burned_in_text: presentText(prepared) };
  const { source, identity } = prepared;
  const { organisationId } = work.by;
  const { sha256 } = picture;
  const [pictureDigest] = pictureDigests({ organisationId, module, sha256 }, config.keys);
  const kept = { source, pictureDigest };
  if (upload.origin === undefined) {
    const exam = examOf(identity, { keepsPerson: config.retainPatientDetails });
    return { ...kept, exam, named: identity?.named };
  }
  const archived = openOriginToken(upload.origin, { ...work.by, sha256 }, context);
  if (!archived) throw new Problem('invalid_request', 'The image is not the one that came from the PACS.');
  return { ...kept, ...archived };
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

function keptAsTheyCame(): Problem {
  const message = 'This server keeps uploads as they came; nothing can be hidden in them.';
  return new Problem('invalid_request', message);
}
