import type { ReactNode } from 'react';
import type { LensPoint } from './use-hanging.ts';
import classes from './Views.module.css';

/** Width of the magnifier, CSS pixels. */
const lensPx = 240;
/** It shows at least so much more than the view beneath. */
const atLeast = 2;

interface MagnifierProps {
  /** In units of the hanging. */
  point: LensPoint;
  /** Where it stands over the view, CSS pixels. */
  at: { x: number; y: number };
  /** CSS pixels per unit of the view beneath. */
  pxPerUnit: number;
  /** Units per pixel of the picture. */
  unit: number;
  children: ReactNode;
}

/** The picture beneath the pointer at full resolution: one of its pixels to one of the screen, or closer. */
export function Magnifier({ point, at, pxPerUnit, unit, children }: MagnifierProps) {
  const scale = Math.max(1 / unit, atLeast * pxPerUnit);
  const size = lensPx / scale;
  return (
    <svg
      className={classes.lens}
      data-testid="magnifier"
      data-scale={(scale * unit).toFixed(2)}
      style={{ left: at.x - lensPx / 2, top: at.y - lensPx / 2, width: lensPx, height: lensPx }}
      viewBox={`${point.x - size / 2} ${point.y - size / 2} ${size} ${size}`}
      aria-hidden
    >
      {children}
    </svg>
  );
}
