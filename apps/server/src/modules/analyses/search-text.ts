import { manifests } from '@second-read/analyses/catalogue';
import { type TextSearchReply, textSearchReply } from '@second-read/contract/analyses';
import type { AppContext } from '../../context.ts';
import { type App, callerOf } from '../../http/caller.ts';
import { requireTrial } from '../trials/index.ts';
import { presentText } from './hide-text.ts';
import { imageOf, receiveUpload } from './receive-upload.ts';
import { onDisk } from './received-file.ts';
import { unreadable } from './strip-aside.ts';

/**
 * POST /api/{module}/text-search/: where text is burned into a picture, asked before a series is sent with the boxes to
 * hide. Nothing is kept, reserved or charged.
 */
export function searchText(app: App, context: AppContext): void {
  for (const { apiPath, serviceType } of manifests) {
    const schema = {
      tags: [apiPath],
      summary: 'Looks for text burned into a picture: multipart/form-data with image; nothing is kept',
      consumes: ['multipart/form-data'],
      response: { 200: textSearchReply },
    };
    app.post(`/api/${apiPath}/text-search/`, { schema }, async (request) => {
      await requireTrial({ userId: callerOf(request).userId, serviceType }, context);
      const upload = await receiveUpload(request, context, { patientId: '' });
      try {
        return await textIn(await onDisk(imageOf(upload)), context);
      } finally {
        await upload.discard();
      }
    });
  }
}

/** In the first, the middle and the last frame; of most files that is the one picture. */
async function textIn(path: string, { compute, config }: AppContext): Promise<TextSearchReply> {
  if (config.retainOriginalTags) return { looked: false, pictures: [] };
  const pictures: TextSearchReply['pictures'] = [];
  const wanted = [0];
  for (const frame of wanted) {
    const search = await compute.findText({ path, frame });
    if (search.status === 'failed') throw unreadable(search.reason);
    const { frames } = search;
    if (frame === 0 && frames > 1) wanted.push(...new Set([Math.floor(frames / 2), frames - 1]));
    // Of several pages of a TIFF only the first is ever read.
    if (search.status === 'found' && search.frame === frame)
      pictures.push({ ...presentText(search), frame: frame + 1 });
  }
  return { looked: true, pictures };
}
