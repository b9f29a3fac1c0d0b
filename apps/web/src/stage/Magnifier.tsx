import { useEffect, useRef } from 'react';
import { PaintedImage } from './painting/painted-image.ts';
import classes from './Stage.module.css';
import type { Picture } from './source/picture.ts';
import type { Stage } from './stage.ts';

/** Width of the magnifier, CSS pixels. */
const lensPx = 240;
/** It shows at least so much more than the stage beneath. */
const atLeast = 2;

interface MagnifierProps {
  stage: Stage;
  picture: Picture;
}

/**
 * The image beneath the pointer at full resolution, one of its pixels to one of the screen, or closer; in the
 * middle of the stage until there is a pointer, and gone where that leaves the stage.
 */
export function Magnifier({ stage, picture }: MagnifierProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const lens = canvas.current;
    const area = lens?.parentElement;
    if (!lens || !area) return;
    const painted = new PaintedImage();
    const show = (x: number, y: number) => {
      const state = stage.state();
      const context = lens.getContext('2d');
      if (!state || !context) return;
      lens.hidden = false;
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
      show(event.clientX - box.left, event.clientY - box.top);
    };
    show(area.clientWidth / 2, area.clientHeight / 2);
    const hide = () => {
      lens.hidden = true;
    };
    area.addEventListener('pointermove', follow);
    area.addEventListener('pointerleave', hide);
    return () => {
      area.removeEventListener('pointermove', follow);
      area.removeEventListener('pointerleave', hide);
    };
  }, [stage, picture]);
  return <canvas ref={canvas} className={classes.lens} data-testid="magnifier" aria-hidden />;
}
