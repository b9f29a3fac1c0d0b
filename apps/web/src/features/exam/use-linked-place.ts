import type { StoredSlice } from '@second-read/core/exam/stored-exam';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { ViewerLink } from '../../stage/layout/linked-views.ts';

interface ShownStack {
  readonly slices: readonly StoredSlice[];
  /** The slice on screen, from 0. */
  readonly place: number;
  readonly goTo: (place: number) => void;
}

/** Scrolls with the exam beside this one, as far as they are linked. */
export function useLinkedPlace(link: ViewerLink | undefined, { slices, place, goTo }: ShownStack): void {
  const follow = useEffectEvent((next: number) => goTo(next));
  const placesMm = useMemo(() => slices.map((slice) => slice.placeMm), [slices]);
  useEffect(() => {
    const stack = { placesMm, goTo: (next: number) => follow(next) };
    return link?.views.places.join(link.side, stack);
  }, [link, placesMm]);
  useEffect(() => link?.views.places.moved(link.side, place), [link, place]);
}
