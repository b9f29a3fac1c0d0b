import { useEffect, useEffectEvent } from 'react';
import type { StackLook } from './stack-look.ts';
import type { ImageKeys, KeptKeyImages, KeptMeasurements } from './use-kept-measurements.ts';

/** Lists the key images of a report, and keeps what is chosen while the reader writes. */
export function useKeptKeyImages(
  look: StackLook | undefined,
  kept: KeptMeasurements | undefined,
  { imageOf, keyOf }: ImageKeys,
): void {
  const { keyImages, isWriting = false, isSent = true, problem = null } = kept ?? {};
  const stored = keyImages?.stored;
  const show = useEffectEvent((all: KeptKeyImages['stored']) => {
    // What is on its way is ahead of what the server said last; its reply shows both.
    if (!look || !isSent) return;
    const shown = all.flatMap(({ image, id, picture_url: url, ...rest }) => {
      const key = keyOf(image);
      return key === null ? [] : [{ key, id, url, look: rest }];
    });
    look.keyImages.showKept(shown, !isWriting);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is taken back, what is signed stays
  useEffect(() => {
    if (stored) show(stored);
  }, [look, stored, isWriting, isSent, problem]);
  const keep = useEffectEvent((key: string, { look: rest, picture }: Taken) => {
    const image = imageOf(key);
    return (image && keyImages?.onKeep({ ...rest, image }, picture)) ?? null;
  });
  const remove = useEffectEvent((id: string) => keyImages?.onRemove(id));
  const bringBack = useEffectEvent((id: string) => keyImages?.onReturn(id));
  useEffect(() => {
    if (!look || !isWriting) return;
    look.keyImages.keepWith({
      keep: (key, taken) => keep(key, taken),
      remove: (id) => remove(id),
      bringBack: (id) => bringBack(id),
    });
    return () => look.keyImages.keepWith(null);
  }, [look, isWriting]);
}

type Taken = Parameters<StackLook['keyImages']['choose']>[1];
