import { documentOf } from '@second-read/analyses/stored-reading';
import { markedDocument } from '@second-read/contract/paper/marked-document';
import { reportHeader } from '@second-read/contract/paper/report-header';
import { keyImageOf } from '@second-read/core/review/key-images/key-image-on-paper';
import type { AppContext } from '../../../context.ts';
import type { PaperTask, WorkOwner } from '../../../platform/compute/compute.ts';
import { keyPictureKey, openKeyPicture } from '../../reviews/index.ts';
import { settingsOf } from '../../settings/index.ts';
import { presentReport } from '../present-report.ts';
import type { StoredReport } from '../reports.repository.ts';
import { drawReviewed, keyImage, markedRoles, reviewedKeys } from '../reviewed-picture.ts';
import { storedPng } from './stored-pictures.ts';

/**
 * What the PDF of a report shows: the version in force, with its signature, pictures and letterhead. The same
 * document as on the screen.
 */
export async function paperOf(stored: StoredReport, by: WorkOwner, context: AppContext): Promise<PaperTask> {
  const { report } = stored;
  const reply = presentReport(stored, { ...by, sessionId: '' }, context);
  const hasFigure = report.images.figure !== undefined;
  const document = documentOf(report.reading, reportHeader(reply), { hasFigure });
  const { settings } = await settingsOf(context.db, report.organisationId);
  const site = context.config.alarms.publicUrl;
  const marked = markedDocument(document, site, reply.review);
  const images: Record<string, Uint8Array> = {};
  for (const image of marked.keyImages ?? []) {
    const picture = await openKeyPicture(keyPictureKey(report, keyImageOf(image)), context);
    if (picture) images[image.role] = picture;
  }
  // One that is missing prints as such.
  for (const { role } of document.images.filter((each) => report.images[each.role]))
    images[role] = await pictureOf(stored, role, by, context);
  return { document: marked, images, letterhead: settings.letterhead };
}

/** With the marks of the version in force. */
async function pictureOf(
  stored: StoredReport,
  role: 'original' | 'segmented' | 'overlay' | 'figure',
  by: WorkOwner,
  context: AppContext,
): Promise<Uint8Array> {
  const marked = markedRoles.find((each) => each === role);
  const key = role === 'original' ? keyImage(stored) : marked && reviewedKeys(stored)?.(marked);
  const drawn = key && (await drawReviewed(key, by, context));
  return drawn || storedPng(stored.report.images[role], context);
}
