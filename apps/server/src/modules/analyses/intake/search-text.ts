import { manifests } from '@second-read/analyses/manifests';
import { type TextSearchReply, textSearchReply } from '@second-read/contract/analyses';
import { textSearchBody } from '@second-read/contract/upload-bodies';
import { type App, callerOf } from '../../../calls/caller.ts';
import type { AppContext } from '../../../context.ts';
import type { TextTask, WorkOptions } from '../../../platform/compute/compute.ts';
import { requireTrial } from '../../trials/index.ts';
import { withUpload } from './admit-upload.ts';
import { signalOfDisconnect } from './client-disconnect.ts';
import { inTime, unreadable } from './foreign-bytes.ts';
import { countSearch } from './limit-searches.ts';
import { presentText } from './prepare-upload.ts';
import { imageOf } from './receive-upload.ts';
import { inputOf, type ReceivedFile } from './received-file.ts';

/**
 * POST /api/{module}/text-search/: where text is burned into a picture, asked before a series is sent with
 * the boxes to hide. Nothing is kept, reserved or charged, so their number is limited.
 */
export function searchText(app: App, context: AppContext): void {
  for (const { apiPath, serviceType, reads, pictureName } of manifests) {
    const reader = { reads, pictureName };
    const schema = {
      tags: [apiPath],
      summary: 'Looks for text burned into a picture; nothing is kept',
      consumes: ['multipart/form-data'],
      response: { 200: textSearchReply },
    };
    app.post(
      `/api/${apiPath}/text-search/`,
      { schema, config: { body: textSearchBody } },
      async (request, reply) => {
        const by = callerOf(request);
        await requireTrial({ userId: by.userId, serviceType }, context);
        countSearch(by, context);
        const work = { by, signal: signalOfDisconnect(reply) };
        const expected = { body: textSearchBody, patientId: '' };
        return withUpload(request, { ...work, expected }, context, (upload) =>
          textIn(imageOf(upload), reader, work, context),
        );
      },
    );
  }
}

/** In the first, the middle and the last frame; of most files that is the one picture. */
async function textIn(
  file: ReceivedFile,
  reader: TextTask['reader'],
  work: WorkOptions,
  { compute, config }: Pick<AppContext, 'compute' | 'config'>,
): Promise<TextSearchReply> {
  if (config.retainOriginalTags) return { looked: false, pictures: [] };
  const lookAt = async (frame: number) => {
    const search = await inTime(compute.findText({ source: inputOf(file), frame, reader }, work));
    if (search.status === 'failed') throw unreadable(search.reason);
    return { frame, search };
  };
  const looks = [await lookAt(0)];
  for (const frame of middleAndLast(looks[0]?.search.frames ?? 1)) looks.push(await lookAt(frame));
  const pictures = looks.flatMap(({ frame, search }) =>
    // Of several pages of a TIFF only the first is ever read.
    search.status === 'found' && search.frame === frame ? [{ ...presentText(search), frame: frame + 1 }] : [],
  );
  return { looked: true, pictures };
}

/** Those beside the first, counted from 0. */
function middleAndLast(frames: number): number[] {
  return frames > 1 ? [...new Set([Math.floor(frames / 2), frames - 1])] : [];
}
