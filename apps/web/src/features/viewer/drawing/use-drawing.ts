import type { Point } from '@second-read/core/reading/outline';
import { type Area, withPolygon, withStroke } from '@second-read/core/review/draw/area';
import { useState } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface History {
  readonly past: readonly (Area | null)[];
  readonly present: Area | null;
  readonly future: readonly (Area | null)[];
}

/** What is being drawn in a picture, with undo and redo; nothing is kept until the reader says so. */
export function useDrawing(start: Area | null, picture: Size) {
  const [history, setHistory] = useState<History>({ past: [], present: start, future: [] });
  const { past, present, future } = history;
  const draw = (next: (before: Area | null) => Area | null) =>
    setHistory((before) => {
      const drawn = next(before.present);
      if (drawn === before.present) return before;
      return { past: [...before.past, before.present], present: drawn, future: [] };
    });
  return {
    area: present,
    isChanged: past.length > 0,
    stroke: (points: readonly Point[], of: { radius: number; erases: boolean }) =>
      draw((before) => withStroke(before, { points, ...of }, picture)),
    polygon: (points: readonly Point[]) => draw((before) => withPolygon(before, points, picture)),
    /** In place of what was drawn. */
    propose: (area: Area) => draw(() => area),
    undo: past.length === 0 ? null : () => setHistory(undone),
    redo: future.length === 0 ? null : () => setHistory(redone),
  };
}

function undone({ past, present, future }: History): History {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

function redone({ past, present, future }: History): History {
  const [next] = future;
  if (next === undefined) return { past, present, future };
  return { past: [...past, present], present: next, future: future.slice(1) };
}
