import type { Point } from '@second-read/core/reading/outline';
import type { Area } from '@second-read/core/review/draw/area';
import { outlineOfArea } from '@second-read/core/review/draw/outline-of-area';
import { useMemo, useState } from 'react';
import { useDrawing } from './use-drawing.ts';

export type DrawingTool = 'polygon' | 'brush' | 'eraser' | 'propose';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The tools of one outline that is being drawn, and what they have drawn so far. */
export function useOutlineTools(start: Area | null, size: Size) {
  const drawing = useDrawing(start, size);
  const [tool, setTool] = useState<DrawingTool>(start === null ? 'polygon' : 'brush');
  const [radius, setRadius] = useState(() => Math.max(1, Math.round(Math.min(size.width, size.height) / 60)));
  const [pending, setPending] = useState<readonly Point[]>([]);
  const { area } = drawing;
  const drawn = useMemo(() => (area === null ? null : outlineOfArea(area)), [area]);
  const dropVertex = pending.length > 0 ? () => setPending(pending.slice(0, -1)) : null;
  return {
    ...{ drawing, drawn, tool, radius, setRadius, pending },
    choose: (next: DrawingTool) => {
      setTool(next);
      setPending([]);
    },
    /** Within the picture, where a click beside it counts as on its edge. */
    addVertex: ({ x, y }: Point) =>
      setPending([...pending, { x: within(x, size.width), y: within(y, size.height) }]),
    closePolygon:
      pending.length < 3
        ? null
        : () => {
            drawing.polygon(pending);
            setPending([]);
          },
    dropPolygon: () => setPending([]),
    undo: dropVertex ?? drawing.undo,
    redo: drawing.redo,
  };
}

export type OutlineTools = ReturnType<typeof useOutlineTools>;

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
