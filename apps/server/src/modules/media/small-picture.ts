import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { type WorkOwner, WorkRefused } from '../../platform/compute/compute.ts';

/** Twice the width that a list shows, for screens with two pixels to a point. */
const maxSide = 416;
/** About 20 MB. */
const mostKept = 256;

export interface SmallPictures {
  /** One made before, of a stored picture. */
  kept(key: string): Buffer | undefined;
  /** Made in a thread; kept under the key, if there is one. Throws `too_many_requests`. */
  make(bytes: Buffer, by: WorkOwner, key?: string): Promise<Buffer>;
}

/**
 * Stored pictures as lists show them. The last used are kept in memory: a stored picture never changes, and
 * nothing of a patient is left with the browser.
 */
export function smallPictures({ compute }: Pick<AppContext, 'compute'>): SmallPictures {
  const pictures = new Map<string, Buffer>();
  const keep = (key: string, picture: Buffer) => {
    // Moved to the end: what was used last leaves last.
    pictures.delete(key);
    pictures.set(key, picture);
    if (pictures.size > mostKept) pictures.delete(pictures.keys().next().value ?? '');
  };
  return {
    kept(key) {
      const picture = pictures.get(key);
      if (picture) keep(key, picture);
      return picture;
    },
    async make(bytes, by, key) {
      try {
        const small = Buffer.from(await compute.shrink({ bytes, maxSide }, { by }));
        if (key !== undefined) keep(key, small);
        return small;
      } catch (cause) {
        if (!(cause instanceof WorkRefused)) throw cause;
        throw new Problem('too_many_requests', 'Too many pictures are being drawn.', { cause });
      }
    },
  };
}
