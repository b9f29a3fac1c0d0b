import { applyWindow, type GreyRange } from '../pixels/color/apply-window.ts';
import type { GreyPlane, Mask } from '../pixels/plane.ts';
import type { DisplayTable, DisplayWindow } from './study.ts';

/** The bounds of a linear window (PS3.3 C.11.2.1.2.1), or of an exact one (C.11.2.1.3.2). */
export function windowRange({ centre, width, shape }: DisplayWindow): GreyRange {
  if (shape === 'linear_exact') return { min: centre - width / 2, max: centre + width / 2 };
  const half = Math.max(width - 1, 1e-6) / 2;
  return { min: centre - 0.5 - half, max: centre - 0.5 + half };
}

/** Values to 0…255 through the file's window. */
export function showWindow(plane: GreyPlane, window: DisplayWindow): Mask {
  if (window.shape !== 'sigmoid') return applyWindow(plane, windowRange(window));
  const { centre, width } = window;
  return mapped(plane, (value) => 255 / (1 + Math.exp((-4 * (value - centre)) / width)));
}

/** Values to 0…255 through the file's table (PS3.3 C.11.2.1.1), clamped to its ends. */
export function showTable(plane: GreyPlane, { first, max, entries }: DisplayTable): Mask {
  const shown = Uint8Array.from(entries, (entry) => Math.round((Math.min(entry, max) * 255) / max));
  const last = shown.length - 1;
  return mapped(plane, (value) => shown[Math.min(Math.max(Math.round(value - first), 0), last)] ?? 0);
}

function mapped({ width, height, data }: GreyPlane, show: (value: number) => number): Mask {
  const shown = new Uint8ClampedArray(data.length);
  for (let i = 0; i < shown.length; i++) shown[i] = show(data[i] ?? 0);
  return { width, height, data: new Uint8Array(shown.buffer) };
}
