import type { Point } from '@second-read/core/reading/outline';
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { toImagePoint } from '../../../stage/geometry/stage-matrix.ts';
import type { Stage } from '../../../stage/stage.ts';
import type { OverPlace } from './OverPicture.tsx';

interface PointerWork {
  /** One finger or the left button went down, moved, came up: in pixels of the picture that was read. */
  readonly onDown: (point: Point) => void;
  readonly onMove: (points: readonly Point[], isDown: boolean) => void;
  readonly onUp: () => void;
  /** A second finger came: what the first began is dropped. */
  readonly onDrop: () => void;
}

/** One finger or the mouse draws; two fingers and the wheel move the picture below. */
export function usePicturePointer(
  element: RefObject<SVGSVGElement | null>,
  { stage, picture, size }: Pick<OverPlace, 'stage' | 'picture' | 'size'>,
  work: PointerWork,
) {
  const down = useRef(new Map<number, Point>());
  const at = (event: { clientX: number; clientY: number }): Point | null => {
    const matrix = stage?.state()?.matrix;
    const box = element.current?.getBoundingClientRect();
    if (!matrix || !box) return null;
    const point = toImagePoint(matrix, { x: event.clientX - box.left, y: event.clientY - box.top });
    return { x: (point.x * size.width) / picture.width, y: (point.y * size.height) / picture.height };
  };
  useWheelZoom(element, stage);
  const release = (event: PointerEvent) => {
    if (!down.current.delete(event.pointerId)) return;
    if (down.current.size === 0) work.onUp();
  };
  return {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      event.currentTarget.focus({ preventScroll: true });
      capture(event);
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const point = at(event);
      if (down.current.size > 1) work.onDrop();
      else if (point) work.onDown(point);
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      const before = down.current.get(event.pointerId);
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
      if (before && other) movePicture(stage, { before, now: { x: event.clientX, y: event.clientY }, other });
      if (before) down.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (before && other) return;
      const all = event.nativeEvent.getCoalescedEvents?.() ?? [];
      const points = (all.length > 0 ? all : [event.nativeEvent]).flatMap((each) => at(each) ?? []);
      work.onMove(points, before !== undefined);
    },
    onPointerUp: release,
    onPointerCancel: (event: PointerEvent<SVGSVGElement>) => {
      down.current.delete(event.pointerId);
      work.onDrop();
    },
  };
}

/** Until it comes up again the pointer is the drawing's, also outside of it. */
function capture(event: PointerEvent<SVGSVGElement>): void {
  try {
    event.currentTarget.setPointerCapture(event.pointerId);
  } catch {
    // The pointer is gone already, or was made by a script: it is followed within the picture alone.
  }
}

interface TwoFingers {
  readonly before: Point;
  readonly now: Point;
  readonly other: Point;
}

function movePicture(stage: Stage | null, { before, now, other }: TwoFingers): void {
  const apart = (from: Point) => Math.hypot(from.x - other.x, from.y - other.y);
  if (apart(before) > 0) stage?.zoomBy(apart(now) / apart(before));
  stage?.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
}

function useWheelZoom(element: RefObject<SVGSVGElement | null>, stage: Stage | null): void {
  useEffect(() => {
    const svg = element.current;
    if (!svg || !stage) return;
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = svg.getBoundingClientRect();
      const about = { x: event.clientX - left, y: event.clientY - top };
      stage.zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15, about);
    };
    svg.addEventListener('wheel', zoom, { passive: false });
    return () => svg.removeEventListener('wheel', zoom);
  }, [element, stage]);
}
