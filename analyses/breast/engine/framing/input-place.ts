import type { Box } from '@second-read/core/pixels/plane';
import type { WorkingImage } from './working-image.ts';

/** A box of the working image in pixels of the input, cut to the picture. */
export function toInputBox(working: WorkingImage, box: Box): Box {
  const { grey, mirrored, scale } = working;
  const left = Math.max(0, Math.min(box.x, grey.width - 1));
  const top = Math.max(0, Math.min(box.y, grey.height - 1));
  const right = Math.max(left + 1, Math.min(box.x + box.width, grey.width));
  const bottom = Math.max(top + 1, Math.min(box.y + box.height, grey.height));
  const x = mirrored ? grey.width - right : left;
  return {
    x: Math.round(x * scale),
    y: Math.round(top * scale),
    width: Math.max(1, Math.round((right - left) * scale)),
    height: Math.max(1, Math.round((bottom - top) * scale)),
  };
}
