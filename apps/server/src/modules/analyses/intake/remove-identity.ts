import type { AppContext } from '../../../context.ts';
import type { WorkOptions } from '../../../platform/compute/compute.ts';
import { deriveKey } from '../../../platform/crypto/key-ring.ts';
import { inTime, unreadable } from './foreign-bytes.ts';
import { inputOf, type ReceivedFile } from './received-file.ts';

/**
 * What is kept of an upload: a copy without identity beside it, of a DICOM file after PS3.15 Annex E, basic
 * profile, of any other picture without what is written beside its pixels; with `RETAIN_ORIGINAL_TAGS` the
 * file itself. Small copies are held in memory. Throws `invalid_file` where a file cannot be read: what
 * cannot be cleaned is not kept.
 */
export async function removeIdentity(
  received: ReceivedFile,
  work: WorkOptions,
  { compute, config }: Pick<AppContext, 'compute' | 'config'>,
): Promise<ReceivedFile> {
  if (config.retainOriginalTags) return received;
  const path = `${received.path}.clean`;
  const uids = { key: deriveKey(config.keys[0], 'uids'), organisationId: work.by.organisationId };
  const cleaned = await inTime(compute.clean({ source: inputOf(received), target: path, uids }, work));
  if (cleaned.status === 'unknown') return received;
  if (cleaned.status === 'failed') throw unreadable(cleaned.reason);
  const { bytes, sha256, held } = cleaned;
  return { path, bytes, sha256, ...(held && { held: [held] }) };
}
