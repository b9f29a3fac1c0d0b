import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { ImageKeys } from '../../stage/look/use-kept-measurements.ts';
import { keyOfPlane, planeOfKey } from './planes/plane-key.ts';

/** Of an exam: a slice is known by its file, a plane across the slices by "coronal 121 10 minimum". */
export function imageKeysOf({ slices }: StoredExam): ImageKeys {
  return {
    imageOf: (key) => {
      const slice = slices.findIndex(({ file }) => file === key);
      if (slice >= 0) return { slice };
      const at = planeOfKey(key);
      if (!at) return null;
      const { plane, across, slab } = at;
      return { cut: { plane, across, slabMm: slab.mm, ...(slab.mm > 0 && { projection: slab.projection }) } };
    },
    keyOf: ({ slice, cut }) => {
      if (cut === undefined) return slices[slice ?? -1]?.file ?? null;
      const { plane, across, slabMm: mm, projection = 'maximum' } = cut;
      return keyOfPlane({ plane, across, slab: { mm, projection } });
    },
  };
}
