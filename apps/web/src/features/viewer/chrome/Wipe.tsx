import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './Wipe.module.css';

interface WipeProps {
  isOn: boolean;
  /** What is laid over the picture: seen to the right of the bar. */
  children: ReactNode;
  onEnd: () => void;
}

const step = 2;
const longStep = 10;

/**
 * A bar over the picture: left of it the bare picture, right of it the view. While it moves, only the clip
 * changes; nothing is drawn again.
 */
export function Wipe({ isOn, children, onEnd }: WipeProps) {
  const [at, setAt] = useState(50);
  const bar = useRef<HTMLDivElement>(null);
  const clip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOn) bar.current?.focus({ preventScroll: true });
  }, [isOn]);
  const move = (percent: number) => setAt(Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    // The tools of the viewer would drag the picture along.
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus({ preventScroll: true });
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    event.stopPropagation();
    const { left = 0, width = 1 } = clip.current?.getBoundingClientRect() ?? {};
    move((100 * (event.clientX - left)) / width);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = placeOfKey(event, at);
    if (next === null && event.key !== 'Escape') return;
    // Arrows would move the picture, Escape would leave a comparison.
    event.preventDefault();
    event.stopPropagation();
    if (next === null) onEnd();
    else move(next);
  };
  return (
    <>
      <div ref={clip} className={classes.clip} style={isOn ? { clipPath: `inset(0 0 0 ${at}%)` } : undefined}>
        {children}
      </div>
      {isOn && (
        <div
          ref={bar}
          role="slider"
          tabIndex={0}
          className={classes.bar}
          style={{ left: `${at}%` }}
          aria-label="Bare image against the view"
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(at)}
          aria-valuetext={`Bare image in the left ${Math.round(at)} percent`}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onKeyDown={onKeyDown}
        />
      )}
    </>
  );
}

function placeOfKey({ key, shiftKey }: KeyboardEvent, at: number): number | null {
  const by = shiftKey ? longStep : step;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return at - by;
  if (key === 'ArrowRight' || key === 'ArrowUp') return at + by;
  if (key === 'Home') return 0;
  return key === 'End' ? 100 : null;
}
