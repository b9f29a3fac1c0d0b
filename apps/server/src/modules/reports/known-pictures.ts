import { manifests } from '@second-read/analyses/manifests';
import { picturesKnownReply, picturesKnownRequest } from '@second-read/contract/reports';
import { type App, callerOf, clientOf } from '../../calls/caller.ts';
import { scopeOf } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { recordAudit } from '../audit/index.ts';
import { findReadPictures } from './read-pictures.ts';

/** A thousand digests with their frames. */
const bodyLimit = 128 * 1024;

/**
 * POST /api/{module}/pictures/known/: for the quiet notice before a picture or a series is read a second
 * time. Asked with digests in the body, so that no log of addresses keeps them.
 */
export function knownPictures(app: App, context: AppContext): void {
  for (const { id: module, apiPath } of manifests) {
    const schema = {
      tags: [apiPath],
      summary: 'Whether the same files were read before',
      body: picturesKnownRequest,
      response: { 200: picturesKnownReply },
    };
    app.post(`/api/${apiPath}/pictures/known/`, { schema, bodyLimit }, async (request) => {
      const caller = callerOf(request);
      const { pictures, patient_id } = request.body;
      const patientId = patient_id?.trim().replaceAll('\0', '\uFFFD');
      const read = await findReadPictures({ ...scopeOf(caller), module, pictures, patientId }, context);
      const details = { module, pictures: pictures.length, known: read.known };
      const event = { action: 'picture.looked_up', by: caller, from: clientOf(request), details } as const;
      await recordAudit(context.db, { ...event, ...(read.latest && { subjectId: read.latest.id }) }, context);
      return read;
    });
  }
}
