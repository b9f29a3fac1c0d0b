import { type AdminContext, resealSecondFactors } from '../modules/accounts/index.ts';
import { resealPatients } from '../modules/patients/index.ts';
import { whileNothingIsErased } from './erasure-lock.ts';
import { isNamed, storedBlobs } from './stored-blobs.ts';

type Tools = Pick<AdminContext, 'config' | 'db' | 'blobs'>;

interface Rotated {
  readonly rows: number;
  readonly images: number;
  /** Images that are named and not in the store. */
  readonly missing: number;
}

/**
 * Re-encrypts everything under the first key. Images come before rows, again and again until nothing is left:
 * a row names the older key as long as one of its images may need it, so that a start without that key is
 * refused (`requireDataKeys`) wherever the rotation was interrupted.
 */
export async function rotateKeys(context: Tools): Promise<Rotated> {
  return whileNothingIsErased(context.db, async () => {
    const sum = { rows: 0, images: 0 };
    for (;;) {
      const { images, missing } = await resealImages(context);
      const rows = (await resealPatients(context)) + (await resealSecondFactors(context));
      sum.images += images;
      sum.rows += rows;
      if (rows + images === 0) return { ...sum, missing };
    }
  });
}

async function resealImages({ blobs, db }: Tools): Promise<{ images: number; missing: number }> {
  const sum = { images: 0, missing: 0 };
  for await (const { key, isTransient } of storedBlobs(db)) {
    const isCurrent = await blobs.isCurrent(key);
    if (isCurrent) continue;
    const found = isCurrent === undefined ? undefined : await blobs.open(key);
    if (!found) {
      if (!isTransient && (await isNamed(db, key))) sum.missing += 1;
      continue;
    }
    await blobs.put(key, found.stream);
    sum.images += 1;
    // Its analysis may have ended while it was copied.
    if (isTransient && !(await isNamed(db, key))) await blobs.delete(key);
  }
  return sum;
}
