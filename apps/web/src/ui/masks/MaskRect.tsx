import type { MaskBox } from '@second-read/contract/analyses';
import { type PointerEvent, useRef } from 'react';
import { keyed, moved, type PictureSize, resized } from './boxes.ts';
import classes from './MaskRect.module.css';
import { type Point, picturePoint } from './picture-point.ts';

interface MaskRectProps {
  label: string;
  box: MaskBox;
  picture: PictureSize;
  /** Null removes it. */
  onBox: (box: MaskBox | null) => void;
}

/**
 * One box: half black, so that what it covers stays visible. Moved and resized by pointer and keyboard.
 */
export function MaskRect({ label, box, picture, onBox }: MaskRectProps) {
  const grip = Math.max(picture.width, picture.height) / 40;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element of HTML stands within a drawing
    <g
      className={classes.box}
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-description="Arrow keys move, Shift and arrow keys change the size, Delete removes"
      onKeyDown={(event) => {
        const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
        const next = isRemoval ? null : keyed(box, event, picture);
        if (!isRemoval && !next) return;
        event.preventDefault();
        onBox(next);
      }}
    >
      <rect
        className={classes.area}
        {...box}
        {...useDrag(box, (by, from) => onBox(moved(from, by, picture)))}
      />
      <rect
        className={classes.grip}
        x={box.x + box.width - grip / 2}
        y={box.y + box.height - grip / 2}
        width={grip}
        height={grip}
        {...useDrag(box, (by, from) => onBox(resized(from, by, picture)))}
      />
    </g>
  );
}

/** Follows a pointer from where it was pressed, with the box as it was then. */
function useDrag(box: MaskBox, onDrag: (by: Point, from: MaskBox) => void) {
  const start = useRef<{ point: Point; box: MaskBox } | null>(null);
  const pointOf = (event: PointerEvent<SVGElement>) =>
    picturePoint(event.currentTarget.ownerSVGElement, event);
  return {
    onPointerDown: (event: PointerEvent<SVGElement>) => {
      const point = pointOf(event);
      if (!point || event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { point, box };
    },
    onPointerMove: (event: PointerEvent<SVGElement>) => {
      const point = pointOf(event);
      const from = start.current;
      if (point && from) onDrag({ x: point.x - from.point.x, y: point.y - from.point.y }, from.box);
    },
    onPointerUp: () => {
      start.current = null;
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
