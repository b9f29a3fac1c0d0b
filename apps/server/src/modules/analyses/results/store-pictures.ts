import type { AppContext } from '../../../context.ts';
import type { ReadOutcome } from '../../../platform/compute/compute.ts';
import type { ReportImages } from '../../../platform/database/schema.ts';
import type { Run } from '../analyses.repository.ts';
import { type PictureRole, pictureKey } from './blob-keys.ts';

type Completed = Extract<ReadOutcome, { status: 'completed' }>;

/** Puts the pictures of a run under keys of its own. */
export async function storePictures(
  run: Run,
  outcome: Completed,
  { blobs }: Pick<AppContext, 'blobs'>,
): Promise<ReportImages> {
  const put = async (role: PictureRole, png: Uint8Array): Promise<string> => {
    const key = pictureKey(run, run.runToken, role);
    await blobs.put(key, png);
    return key;
  };
  const putIfMade = async (role: 'segmented' | 'overlay' | 'figure') => {
    const png = outcome.views[role];
    return png ? { [role]: await put(role, png) } : {};
  };
  const [original, labels, ...others] = await Promise.all([
    put('original', outcome.views.original),
    put('labels', outcome.labels),
    putIfMade('segmented'),
    putIfMade('overlay'),
    putIfMade('figure'),
  ]);
  return Object.assign({ original, labels }, ...others);
}
