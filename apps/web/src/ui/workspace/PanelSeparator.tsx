import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import classes from './PanelSeparator.module.css';
import type { PanelWidth } from './use-panel-width.ts';

interface PanelSeparatorProps {
  panel: PanelWidth;
  /** Id of the panel, which stands to the right. */
  controls: string;
  label: string;
}

const step = 16;
const longStep = 64;

/** The bar between the picture and a panel at its right: dragged, or moved by the arrow keys. */
export function PanelSeparator({ panel: { width, change, limits }, controls, label }: PanelSeparatorProps) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    from.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (from.current) change(from.current.width + from.current.x - event.clientX);
  };
  const end = () => {
    from.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = widthOfKey(event, width, limits);
    if (next === null) return;
    event.preventDefault();
    change(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that is dragged has a value and takes the focus
    <div
      role="separator"
      tabIndex={0}
      className={classes.separator}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={limits.least}
      aria-valuemax={limits.most}
      aria-valuetext={`${width} pixels`}
      title="Drag to resize; double-click for the usual width"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => change(limits.usual)}
      onKeyDown={onKeyDown}
    />
  );
}

/** The panel stands at the right: to the left makes it wider. */
function widthOfKey(
  { key, shiftKey }: KeyboardEvent,
  width: number,
  { least, most }: PanelWidth['limits'],
): number | null {
  const by = shiftKey ? longStep : step;
  if (key === 'ArrowLeft') return width + by;
  if (key === 'ArrowRight') return width - by;
  if (key === 'Home') return least;
  return key === 'End' ? most : null;
}
