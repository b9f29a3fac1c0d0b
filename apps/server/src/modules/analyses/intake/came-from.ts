import type { Caller } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import type { WorkOptions } from '../../../platform/compute/compute.ts';
import { type ArchivedPicture, examOf, openOriginToken } from '../../patients/index.ts';
import { identityOfFile } from './identity-of-file.ts';
import { imageOf, type Upload } from './receive-upload.ts';

/**
 * Which exam the picture is of: as its file says, or, of one that came from the PACS, as the file there said.
 * One that is not the one it claims to be is refused: its results would join another patient's study.
 */
export async function cameFrom(
  upload: Upload,
  work: WorkOptions & { readonly by: Caller },
  context: AppContext,
): Promise<Partial<ArchivedPicture>> {
  const picture = upload.original ?? imageOf(upload);
  const keeps = { keepsPerson: context.config.retainPatientDetails };
  if (upload.origin === undefined) {
    const identity = await identityOfFile(picture, work, context);
    return { exam: examOf(identity, keeps), named: identity?.named };
  }
  const archived = openOriginToken(upload.origin, { ...work.by, sha256: picture.sha256 }, context);
  if (!archived) throw new Problem('invalid_request', 'The image is not the one that came from the PACS.');
  return archived;
}
