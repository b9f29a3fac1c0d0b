import type { KeyImageLook } from '@second-read/core/review/key-images/key-image';
import type { ImagePlace, ReaderMeasurement } from '@second-read/core/review/measurements/reader-measurement';
import { useEffect, useEffectEvent } from 'react';
import type { StackLook } from './stack-look.ts';

/** The images that a reader chose, as the report keeps them. */
export interface KeptKeyImages {
  readonly stored: readonly (KeyImageLook & { readonly id: string; readonly picture_url: string })[];
  /** Whether the reader may choose some, also before the review has begun. */
  readonly canChoose: boolean;
  /** @returns the id under which it is kept. */
  readonly onKeep: (keyImage: KeyImageLook, picture: string) => string | null;
  readonly onRemove: (id: string) => void;
  readonly onReturn: (id: string) => void;
}

/** What a reader measured on the images of a report, as the report keeps it. */
export interface KeptMeasurements {
  readonly stored: readonly ReaderMeasurement[];
  /** Whether they are the reader's to change. */
  readonly isWriting: boolean;
  /** Whether nothing is on its way to the server. */
  readonly isSent: boolean;
  /** Why a change was not kept; null where none failed. */
  readonly problem: string | null;
  readonly onKeep: (measurement: ReaderMeasurement) => void;
  readonly onRemove: (id: string) => void;
  readonly keyImages: KeptKeyImages;
}

/** Between the keys of images on a stage and the images of a report. */
export interface ImageKeys {
  /** Null of an image that the report does not have. */
  readonly imageOf: (key: string) => ImagePlace | null;
  readonly keyOf: (image: ImagePlace) => string | null;
}

/**
 * Shows what the report keeps on the images of the look, and keeps what is measured there while the reader
 * writes: also what was measured before the review began.
 */
export function useKeptMeasurements(
  look: StackLook | undefined,
  kept: KeptMeasurements | undefined,
  { imageOf, keyOf }: ImageKeys,
): void {
  const { stored, isWriting = false, isSent = true, problem = null } = kept ?? {};
  const show = useEffectEvent((all: readonly ReaderMeasurement[]) => {
    // What is on its way is ahead of what the server said last; its reply shows both.
    if (!look || !isSent) return;
    const shown = all.flatMap(({ image, ...drawn }) => {
      const key = keyOf(image);
      return key === null ? [] : [{ key, drawn }];
    });
    look.measurements.showKept(shown, !isWriting);
    look.changed();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is taken back, what is signed stays
  useEffect(() => {
    if (stored) show(stored);
  }, [look, stored, isWriting, isSent, problem]);
  const keep = useEffectEvent((...[key, drawn]: Parameters<Keep>) => {
    const image = imageOf(key);
    if (image) kept?.onKeep({ ...drawn, image });
  });
  const remove = useEffectEvent((id: string) => kept?.onRemove(id));
  useEffect(() => {
    if (!look || !isWriting) return;
    look.measurements.keepWith({ keep, remove: (_key, id) => remove(id) });
    return () => look.measurements.keepWith(null);
  }, [look, isWriting]);
}

type Keep = NonNullable<Parameters<StackLook['measurements']['keepWith']>[0]>['keep'];
