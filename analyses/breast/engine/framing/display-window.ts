import { windowRange } from '@second-read/core/decode/display-values';
import type { DisplayTable, DisplayWindow, Study } from '@second-read/core/decode/study';
import { greyPlane } from '@second-read/core/pixels/plane';

/** A display that turns more than this share of the picture white is not one for reading. */
const maxSaturated = 0.5;

/** From which value on a display shows white, and what it makes of a value. */
interface Display {
  readonly isWhite: (value: number) => boolean;
  readonly show: (value: number) => number;
}

/**
 * The study as its own display table or window shows it, at full depth: a digital detector's values reach far
 * below and above the breast, and their percentiles alone would leave the tissue without contrast. Unchanged
 * without either.
 */
export function asDisplayed(study: Study): Study {
  const { grey } = study;
  const display = displayOf(study);
  if (display === null) return study;
  const plane = greyPlane(grey.width, grey.height);
  let saturated = 0;
  for (let i = 0; i < plane.data.length; i++) {
    const value = grey.data[i] ?? 0;
    plane.data[i] = display.show(value);
    if (display.isWhite(value)) saturated++;
  }
  return saturated > maxSaturated * plane.data.length ? study : { ...study, grey: plane };
}

/** A table replaces the window, as on a viewing station (PS3.3 C.11.2). */
function displayOf({ quantity, table, window }: Study): Display | null {
  if (quantity === 'hounsfield') return null;
  if (table !== undefined) return throughTable(table);
  if (window === undefined || !(window.width > 1)) return null;
  return window.shape === 'sigmoid' ? throughSigmoid(window) : throughRange(window);
}

function throughTable({ first, max, entries }: DisplayTable): Display {
  const last = entries.length - 1;
  const show = (value: number) => entries[Math.min(Math.max(Math.round(value - first), 0), last)] ?? 0;
  return { show, isWhite: (value) => show(value) >= max };
}

/** Of a sigmoid (PS3.3 C.11.2.1.3.1), what lies beyond the window is squeezed, not cut. */
function throughSigmoid({ centre, width }: DisplayWindow): Display {
  const show = (value: number) => width / (1 + Math.exp((-4 * (value - centre)) / width));
  return { show, isWhite: (value) => show(value) >= 0.98 * width };
}

function throughRange(window: DisplayWindow): Display {
  const { min, max } = windowRange(window);
  return { show: (value) => Math.min(Math.max(value, min), max), isWhite: (value) => value >= max };
}
