import type { Point } from '@second-read/core/reading/outline';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import classes from './Drawing.module.css';
import { OverPicture, type OverPlace } from './OverPicture.tsx';
import type { OutlineTools } from './outline-tools.ts';
import { areaPath } from './review-marks.ts';
import { usePicturePointer } from './use-picture-pointer.ts';

interface DrawingSurfaceProps {
  place: OverPlace;
  /** Of the finding that is drawn. */
  label: string;
  colour: string;
  tools: OutlineTools;
  /** With the tool "propose": from one point to another, the same of a click. */
  onPropose: ((from: Point, to: Point) => void) | undefined;
  /** The other findings. */
  children: ReactNode;
}

/** Closer than this on the screen to its first vertex a click closes the polygon, in CSS pixels. */
const closingDistance = 12;

/** Takes pointer, finger and keys while an outline is drawn. */
export function DrawingSurface({ place, label, colour, tools, onPropose, children }: DrawingSurfaceProps) {
  const svg = useRef<SVGSVGElement>(null);
  const { tool, radius, pending, drawing } = tools;
  const [stroke, follow] = useStroke();
  const [pointer, setPointer] = useState<Point | null>(null);
  const path = useMemo(() => (drawing.area === null ? '' : areaPath(drawing.area)), [drawing.area]);
  useEffect(() => svg.current?.focus({ preventScroll: true }), []);
  const zoom = () => (place.stage?.state()?.zoom ?? 1) * (place.picture.width / place.size.width);
  const putVertex = (point: Point) => {
    const [first] = pending;
    const isClosing = first && Math.hypot(point.x - first.x, point.y - first.y) * zoom() < closingDistance;
    if (isClosing && tools.closePolygon) tools.closePolygon();
    else tools.addVertex(point);
  };
  const end = (points: readonly Point[]) => {
    const [first, last] = [points[0], points.at(-1)];
    follow([]);
    if (!first || !last) return;
    if (tool === 'propose') onPropose?.(first, last);
    else if (tool !== 'polygon') drawing.stroke(points, { radius, erases: tool === 'eraser' });
  };
  const handlers = usePicturePointer(svg, place, {
    onDown: (point) => {
      setPointer(point);
      if (tool === 'polygon') putVertex(point);
      else follow([point]);
    },
    onMove: (points, isDown) => {
      setPointer(points.at(-1) ?? null);
      if (isDown && tool !== 'polygon')
        follow((before) => (before.length > 0 ? [...before, ...points] : before));
    },
    onUp: () => end(follow((all) => all)),
    onDrop: () => follow([]),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keyAction(event, {
      tools,
      pointer: pointer ?? middleOf(place),
      setPointer,
      size: place.size,
    });
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act({ put: putVertex, end });
  };
  const isBox = tool === 'propose';
  return (
    <OverPicture
      place={place}
      isActive
      svgRef={svg}
      {...handlers}
      role="application"
      tabIndex={0}
      aria-label={`Drawing ${label}: arrow keys move the pointer, space draws there, Enter closes a polygon, Escape drops it, Control+Z takes back.`}
      onKeyDown={onKeyDown}
      onPointerLeave={() => setPointer(null)}
    >
      {children}
      <path d={path} className={classes.seam} />
      <path d={path} className={classes.drawn} stroke={colour} fill={colour} />
      {!isBox && stroke.length > 0 && (
        <polyline
          points={pointsOf(stroke.length === 1 ? [...stroke, ...stroke] : stroke)}
          className={classes.stroke}
          strokeWidth={2 * radius}
          stroke={tool === 'eraser' ? '#07090d' : colour}
        />
      )}
      {isBox && <ProposedBox stroke={stroke} />}
      {pending.length > 0 && (
        <polyline points={pointsOf(pointer ? [...pending, pointer] : pending)} className={classes.pending} />
      )}
      {pending.map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: vertices have nothing but their order
        <g key={index} style={{ transform: `translate(${point.x}px, ${point.y}px) var(--upright)` }}>
          <circle r={index === 0 ? 7 : 4} className={classes.vertex} />
        </g>
      ))}
      {pointer && <Pointer at={pointer} radius={tool === 'brush' || tool === 'eraser' ? radius : null} />}
    </OverPicture>
  );
}

type Stroke = readonly Point[];

/** The stroke as drawn, and its next state: a fast finger moves and lifts before React has rendered. */
function useStroke() {
  const [stroke, setStroke] = useState<Stroke>([]);
  const newest = useRef<Stroke>([]);
  const follow = (next: Stroke | ((before: Stroke) => Stroke)): Stroke => {
    newest.current = typeof next === 'function' ? next(newest.current) : next;
    setStroke(newest.current);
    return newest.current;
  };
  return [stroke, follow] as const;
}

function Pointer({ at: { x, y }, radius }: { at: Point; radius: number | null }) {
  if (radius !== null) return <circle cx={x} cy={y} r={radius} className={classes.pointer} />;
  return (
    <g style={{ transform: `translate(${x}px, ${y}px) var(--upright)` }}>
      <path d="M-12 0H-4M4 0H12M0 -12V-4M0 4V12" className={classes.pointer} />
    </g>
  );
}

function ProposedBox({ stroke }: { stroke: readonly Point[] }) {
  const [from, to] = [stroke[0], stroke.at(-1)];
  if (!from || !to) return null;
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  return <rect x={x} y={y} width={width} height={height} className={classes.pending} />;
}

interface KeyTools {
  readonly tools: OutlineTools;
  readonly pointer: Point;
  readonly setPointer: (point: Point) => void;
  readonly size: { readonly width: number; readonly height: number };
}

type KeyAction = (to: { put: (point: Point) => void; end: (points: readonly Point[]) => void }) => void;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What a key does to a drawing; null for keys that are the viewer's. */
function keyAction(event: KeyboardEvent, { tools, pointer, setPointer, size }: KeyTools): KeyAction | null {
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl && event.key.toLowerCase() === 'z')
    return () => (event.shiftKey ? tools.redo?.() : tools.undo?.());
  if (isControl || event.altKey) return null;
  const arrow = arrows[event.key];
  if (arrow) {
    // A step is a hundredth of the picture; with Shift one pixel.
    const by = event.shiftKey ? 1 : Math.max(1, Math.round(Math.min(size.width, size.height) / 100));
    const [x, y] = [pointer.x + by * arrow[0], pointer.y + by * arrow[1]];
    return () =>
      setPointer({ x: Math.min(size.width, Math.max(0, x)), y: Math.min(size.height, Math.max(0, y)) });
  }
  if (event.key === ' ') return ({ put, end }) => (tools.tool === 'polygon' ? put(pointer) : end([pointer]));
  if (event.key === 'Enter') return () => tools.closePolygon?.();
  if (event.key === 'Backspace' || event.key === 'Delete') return () => tools.undo?.();
  return event.key === 'Escape' && tools.pending.length > 0 ? tools.dropPolygon : null;
}

function middleOf({ size }: OverPlace): Point {
  return { x: Math.round(size.width / 2), y: Math.round(size.height / 2) };
}

function pointsOf(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${x},${y}`).join(' ');
}
