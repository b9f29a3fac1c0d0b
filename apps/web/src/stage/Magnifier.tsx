import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { PaintedImage } from './painting/painted-image.ts';
import classes from './Stage.module.css';
import type { Picture } from './source/picture.ts';
import type { Stage } from './stage.ts';

/** Width of the magnifier, CSS pixels. */
const lensPx = 240;
/** It shows at least so much more than the stage beneath. */
const atLeast = 2;

/** To be told after each redraw of the stage. */
export interface MagnifierHandle {
  readonly follow: () => void;
}

interface MagnifierProps {
  stage: Stage;
  picture: Picture;
  /** Whether it is in the middle of the stage before there is a pointer; else out of sight. */
  startsShown?: boolean;
  ref: Ref<MagnifierHandle>;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * The image beneath the pointer at full resolution, one of its pixels to one of the screen, or closer; gone
 * where the pointer leaves the stage.
 */
export function Magnifier({ stage, picture, startsShown = true, ref }: MagnifierProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const place = useRef<Place | 'middle' | 'away'>(startsShown ? 'middle' : 'away');
  const show = useRef(() => {});
  useImperativeHandle(ref, () => ({ follow: () => show.current() }), []);
  useEffect(() => {
    const lens = canvas.current;
    const area = lens?.parentElement;
    if (!lens || !area) return;
    const painted = new PaintedImage();
    show.current = () => {
      const state = stage.state();
      const context = lens.getContext('2d');
      const at = place.current;
      lens.hidden = at === 'away' || !state;
      if (at === 'away' || !state || !context) return;
      const { x, y } = at === 'middle' ? { x: area.clientWidth / 2, y: area.clientHeight / 2 } : at;
      lens.style.transform = `translate(${x - lensPx / 2}px, ${y - lensPx / 2}px)`;
      const size = Math.round(lensPx * devicePixelRatio);
      if (lens.width !== size) [lens.width, lens.height] = [size, size];
      const factor = Math.max(atLeast, 1 / (state.zoom * devicePixelRatio));
      const [a, b, c, d, e, f] = state.matrix.map((each) => each * factor) as [...typeof state.matrix];
      const matrix = [a, b, c, d, e - x * factor + lensPx / 2, f - y * factor + lensPx / 2] as const;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, size, size);
      painted.draw(context, picture, { matrix, window: state.window, isInverted: stage.isInverted });
      lens.dataset.scale = (state.zoom * factor * devicePixelRatio).toFixed(2);
    };
    const follow = (event: PointerEvent) => {
      const box = area.getBoundingClientRect();
      place.current = { x: event.clientX - box.left, y: event.clientY - box.top };
      show.current();
    };
    const hide = () => {
      place.current = 'away';
      show.current();
    };
    show.current();
    area.addEventListener('pointermove', follow);
    area.addEventListener('pointerleave', hide);
    return () => {
      area.removeEventListener('pointermove', follow);
      area.removeEventListener('pointerleave', hide);
    };
  }, [stage, picture]);
  return <canvas ref={canvas} className={classes.lens} data-testid="magnifier" aria-hidden />;
}
