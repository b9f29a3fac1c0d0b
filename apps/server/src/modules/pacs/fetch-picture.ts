import { join } from 'node:path';
import { Readable } from 'node:stream';
import { instanceParams, originHeader } from '@second-read/contract/pacs';
import type { InstanceIdentity } from '@second-read/core/deidentify/read-identity';
import { type App, type Caller, clientOf } from '../../calls/caller.ts';
import { onceClosed } from '../../calls/once-closed.ts';
import type { AppContext } from '../../context.ts';
import type { WorkOptions } from '../../platform/compute/compute.ts';
import { type InstanceName, type Pacs, PacsFailure } from '../../platform/pacs/pacs.ts';
import { openSpoolFolder } from '../../platform/spool/spool-folder.ts';
import { contentOf, prepareFile, type ReceivedFile } from '../analyses/index.ts';
import { recordAudit } from '../audit/index.ts';
import { type ArchivedPicture, examOf, sealOriginToken } from '../patients/index.ts';
import { asProblem, requirePacs } from './require-pacs.ts';

/**
 * GET /api/pacs/studies/{study}/series/{series}/instances/{instance}/picture/: the de-identified instance,
 * as an upload of it would be stored, with a sealed token of its identity, which the analysis takes as
 * `origin`.
 */
export function fetchPicture(app: App, context: AppContext): void {
  const schema = {
    tags: ['pacs'],
    summary: `A picture of the PACS without identity; ${originHeader} goes with it to process/`,
    params: instanceParams,
    produces: ['application/dicom'],
  };
  const url = '/api/pacs/studies/:study/series/:series/instances/:instance/picture/';
  app.get(url, { schema }, async (request, reply) => {
    const { pacs, caller } = await requirePacs(request, context);
    const { study, series, instance } = request.params;
    const details = { study, series, instance };
    const event = { action: 'pacs.fetched', by: caller, from: clientOf(request), details } as const;
    const folder = openSpoolFolder(context.config.uploadDir);
    const gone = new AbortController();
    onceClosed(reply, () => {
      gone.abort();
      void folder.discard();
    });
    try {
      const name = { studyUid: study, seriesUid: series, sopInstanceUid: instance };
      const work = { by: caller, signal: gone.signal };
      const path = join(folder.path, 'picture');
      const { file, ...picture } = await fetchWithoutIdentity(name, { path, pacs, work }, context);
      await recordAudit(context.db, event, context);
      return reply
        .header('content-disposition', 'attachment; filename="picture.dcm"')
        .header('content-length', file.bytes)
        .header('x-content-type-options', 'nosniff')
        .header(originHeader, sealOriginToken({ ...picture, sha256: file.sha256 }, caller, context))
        .type('application/dicom')
        .send(streamOf(file));
    } catch (error) {
      await folder.discard();
      await recordAudit(context.db, { ...event, outcome: 'failure' }, context);
      throw asProblem(error);
    }
  });
}

function streamOf(file: ReceivedFile): Readable {
  const content = contentOf(file);
  return content instanceof Readable ? content : Readable.from(content, { objectMode: false });
}

/** Only the requested instance: another could be another patient's. */
async function fetchWithoutIdentity(
  name: InstanceName,
  { path, pacs, work }: { path: string; pacs: Pacs; work: WorkOptions & { readonly by: Caller } },
  context: AppContext,
): Promise<ArchivedPicture & { file: ReceivedFile }> {
  const received = await pacs.fetchInstance(name, { path, maxBytes: context.config.limits.uploadBytes });
  const check = (identity: InstanceIdentity | undefined) => {
    const isAsked =
      identity?.studyUid === name.studyUid &&
      identity.seriesUid === name.seriesUid &&
      identity.sopInstanceUid === name.sopInstanceUid;
    if (!isAsked) throw new PacsFailure('invalid_answer', 'another instance than was asked for');
  };
  const prepared = await prepareFile({ path, ...received }, { check }, work, context);
  if ('boxes' in prepared || !prepared.identity) throw new Error('text was looked for unasked');
  const { source: file, identity } = prepared;
  const exam = examOf(identity, { keepsPerson: context.config.retainPatientDetails });
  return { file, origin: { ...name, sopClassUid: identity.sopClassUid }, exam, named: identity.named };
}
