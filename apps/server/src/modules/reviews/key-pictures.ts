import type { ChangeOf } from '@second-read/core/review/change';
import { longestPictureSide } from '@second-read/core/review/key-images/key-image';
import { pictureRatio } from '@second-read/core/review/key-images/key-image-on-paper';
import { and, eq } from 'drizzle-orm';
import type { AppContext } from '../../context.ts';
import { reviewChanges, reviews } from '../../platform/database/schema.ts';
import { signLink, type Viewer } from '../media/index.ts';
import { openChange } from './sealed-review.ts';

interface Report {
  readonly id: string;
  readonly organisationId: string;
}

/** Sides of a picture are whole pixels: so far its ratio may be from that of its area. */
const ratioTolerance = 0.02;

/** Why the picture of a new key image cannot be kept, in a sentence for the reader; null where it can. */
export function pictureRefusal({ keyImage, picture }: ChangeOf<'keep_key_image'>): string | null {
  if (picture === undefined) return 'A key image needs its picture.';
  const size = jpegSize(Buffer.from(picture, 'base64'));
  if (size === null) return 'The picture of a key image is a JPEG.';
  const { width, height } = size;
  if (Math.max(width, height) > longestPictureSide)
    return `The picture of a key image has at most ${longestPictureSide} pixels a side.`;
  const tolerance = ratioTolerance + 1 / Math.min(width, height);
  const isAlike = Math.abs(width / height / pictureRatio(keyImage) - 1) <= tolerance;
  return isAlike ? null : 'The picture of the key image has other proportions than its area.';
}

/** Of a baseline or progressive JPEG (ITU-T T.81 B.2.2); null of anything else. */
function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return width > 0 && height > 0 ? { width, height } : null;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** The key of the picture of a key image, as links to media name it. */
export function keyPictureKey({ id, organisationId }: Report, keyImage: string): string {
  return `${organisationId}/key-images/${id}/${keyImage}.jpg`;
}

const keyForm = /^([0-9a-f-]{36})\/key-images\/([^/]+)\/([0-9a-f-]{36})\.jpg$/;

/** The picture that such a key names, a JPEG; undefined for any other key. */
export async function openKeyPicture(
  key: string,
  { db, config }: Pick<AppContext, 'db' | 'config'>,
): Promise<Buffer | undefined> {
  const [, organisationId = '', reportId = '', id] = keyForm.exec(key) ?? [];
  if (id === undefined) return undefined;
  const [row] = await db
    .select({ change: reviewChanges })
    .from(reviewChanges)
    .innerJoin(reviews, eq(reviews.id, reviewChanges.reviewId))
    .where(
      and(
        eq(reviews.organisationId, organisationId),
        eq(reviews.reportId, reportId),
        eq(reviewChanges.id, id),
      ),
    );
  const change = row && openChange(row.change, { id: row.change.userId, name: '' }, config.keys);
  if (change?.kind !== 'keep_key_image' || change.picture === undefined) return undefined;
  return Buffer.from(change.picture, 'base64');
}

/** Key images, each with a link to its picture. */
export function withPictures<T extends { readonly id: string }>(
  keyImages: readonly T[],
  report: Report,
  { viewer, context }: { readonly viewer: Viewer; readonly context: Pick<AppContext, 'config' | 'now'> },
): (T & { picture_url: string })[] {
  return keyImages.map((each) => ({
    ...each,
    picture_url: signLink(keyPictureKey(report, each.id), viewer, context),
  }));
}
