import { useState } from 'react';
import type { HangingPlace } from './hang.ts';
import { type Look, moved, whole, zoomed } from './look.ts';

/** Where the magnifier stands, in units of the hanging. */
export interface LensPoint {
  readonly x: number;
  readonly y: number;
}

/** How the views are looked at: all or one of them, zoom and position of all, and the magnifier. */
export function useHanging(places: readonly HangingPlace[], first: number | null) {
  const [one, setOne] = useState<number | null>(first);
  const [look, setLook] = useState<Look>(whole);
  const [hasLens, setLens] = useState(false);
  const [lensAt, setLensAt] = useState<{ place: number; point: LensPoint }>();
  return {
    ...{ one, look, hasLens, lensAt, setLook, setLensAt },
    /** One view, or all of them again. */
    choose: (place: number | null) => {
      if (place !== null && !places[place]?.shown) return;
      setOne((before) => (before === place ? null : place));
    },
    showAll: () => setOne(null),
    zoom: (factor: number, about?: { wall: number; top: number }) =>
      setLook((before) => zoomed(before, factor, about)),
    move: (away: number, down: number) => setLook((before) => moved(before, away, down)),
    reset: () => setLook(whole),
    toggleLens: () => setLens((before) => !before),
  };
}

export type HangingState = ReturnType<typeof useHanging>;
