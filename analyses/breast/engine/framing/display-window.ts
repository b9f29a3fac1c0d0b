import type { Study } from '@second-read/core/decode/study';
import { greyPlane } from '@second-read/core/pixels/plane';

/** A window that saturates more than this share of the picture at its bright end is not one for reading. */
const maxSaturated = 0.5;

/**
 * The study as its own display window shows it: a digital detector's values reach far below and above
 * the breast, and their percentiles alone would leave the tissue without contrast. Unchanged without a
 * window.
 */
export function asDisplayed(study: Study): Study {
  const { window, grey } = study;
  if (window === undefined || study.quantity === 'hounsfield' || !(window.width > 1)) return study;
  const low = window.centre - window.width / 2;
  const high = window.centre + window.width / 2;
  const plane = greyPlane(grey.width, grey.height);
  let saturated = 0;
  for (let i = 0; i < plane.data.length; i++) {
    const value = grey.data[i] ?? 0;
    plane.data[i] = Math.min(Math.max(value, low), high);
    if (value >= high) saturated++;
  }
  return saturated > maxSaturated * plane.data.length ? study : { ...study, grey: plane };
}
