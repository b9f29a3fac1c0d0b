import type { Point } from '@second-read/core/reading/outline';
import { distance } from '@second-read/core/review/measurements/measured-values';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import classes from './Drawing.module.css';
import { OverPicture, type OverPlace } from './OverPicture.tsx';
import { usePicturePointer } from './use-picture-pointer.ts';

export type Ends = readonly [Point, Point];

interface PixelSize {
  readonly x: number;
  readonly y: number;
}

/** Of a line in the picture: millimeters where the size of a pixel is known, else pixels. */
export function measuredLength(
  [from, to]: Ends,
  spacing: PixelSize | null,
): { value: number; unit: 'mm' | 'px' } {
  const value = Math.round(10 * distance(from, to, spacing)) / 10;
  return { value, unit: spacing === null ? 'px' : 'mm' };
}

interface MeasureEndsProps {
  place: OverPlace;
  /** Of what is measured: "Longest diameter of Mass 1". */
  label: string;
  start: Ends;
  spacing: PixelSize | null;
  onMeasured: (ends: Ends) => void;
  children: ReactNode;
}

/** A line whose ends are dragged, or moved by the arrow keys; each move is kept when it ends. */
export function MeasureEnds({ place, label, start, spacing, onMeasured, children }: MeasureEndsProps) {
  const svg = useRef<SVGSVGElement>(null);
  const [ends, setEnds] = useState(start);
  const [held, setHeld] = useState<0 | 1 | null>(null);
  const { value, unit } = measuredLength(ends, spacing);
  const words = `${value.toFixed(1)} ${unit}${spacing === null ? ' (no spacing)' : ''}`;
  const moveTo = (which: 0 | 1, point: Point) => {
    const at = withinPicture(point, place.size);
    setEnds(which === 0 ? [at, ends[1]] : [ends[0], at]);
  };
  const handlers = usePicturePointer(svg, place, {
    onDown: (point) => {
      const apart = ends.map((end) => Math.hypot(end.x - point.x, end.y - point.y));
      const nearest = (apart[0] ?? 0) <= (apart[1] ?? 0) ? 0 : 1;
      setHeld(nearest);
      moveTo(nearest, point);
    },
    onMove: (points, isDown) => {
      const last = points.at(-1);
      if (isDown && held !== null && last) moveTo(held, last);
    },
    onUp: () => {
      if (held !== null) onMeasured(ends);
      setHeld(null);
    },
    onDrop: () => {
      setHeld(null);
      setEnds(ends);
    },
  });
  const [from, to] = ends;
  return (
    <OverPicture place={place} isActive svgRef={svg} {...handlers} role="group" aria-label={label}>
      {children}
      <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} className={classes.measured} />
      {([0, 1] as const).map((which) => (
        <End
          key={which}
          at={ends[which]}
          label={`${which === 0 ? 'First' : 'Second'} end, ${label}`}
          value={value}
          words={words}
          onMove={(point) => moveTo(which, point)}
          onMoved={() => onMeasured(ends)}
        />
      ))}
      <text
        className={classes.length}
        style={{
          transform: `translate(${Math.max(from.x, to.x)}px, ${(from.y + to.y) / 2}px) var(--upright)`,
        }}
      >
        <tspan dx={14}>{words}</tspan>
      </text>
    </OverPicture>
  );
}

interface EndProps {
  at: Point;
  label: string;
  value: number;
  words: string;
  onMove: (point: Point) => void;
  onMoved: () => void;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** One pixel a key, ten with Shift. */
function End({ at, label, value, words, onMove, onMoved }: EndProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const by = event.shiftKey ? 10 : 1;
    onMove({ x: at.x + by * arrow[0], y: at.y + by * arrow[1] });
  };
  return (
    <g style={{ transform: `translate(${at.x}px, ${at.y}px) var(--upright)` }}>
      <circle
        r={11}
        className={classes.end}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuenow={value}
        aria-valuetext={words}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => event.key in arrows && onMoved()}
      />
    </g>
  );
}

function withinPicture({ x, y }: Point, { width, height }: { width: number; height: number }): Point {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) };
}
