import type { Box } from '../../pixels/plane.ts';
import type { Channels } from '../../pixels/segment/random-walker.ts';
import type { ProposalPicture } from './proposal.ts';

/** A part of a picture, its longer side at most `side` pixels, its values stretched to 0 to 1. */
export function windowOf(picture: ProposalPicture, cut: Box, side: number): Channels {
  const factor = Math.min(1, side / Math.max(cut.width, cut.height));
  const width = Math.max(4, Math.round(cut.width * factor));
  const height = Math.max(4, Math.round(cut.height * factor));
  const planes = picture.planes.map((plane) =>
    stretched(reduced(plane, picture.width, cut, { width, height })),
  );
  return { width, height, planes };
}

/** Each pixel is the mean of those that it stands for. */
function reduced(
  plane: ArrayLike<number>,
  pictureWidth: number,
  cut: Box,
  { width, height }: { width: number; height: number },
): Float32Array {
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const top = cut.y + Math.floor((y * cut.height) / height);
    const bottom = Math.max(top + 1, cut.y + Math.floor(((y + 1) * cut.height) / height));
    for (let x = 0; x < width; x++) {
      const left = cut.x + Math.floor((x * cut.width) / width);
      const right = Math.max(left + 1, cut.x + Math.floor(((x + 1) * cut.width) / width));
      let sum = 0;
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) sum += plane[row * pictureWidth + column] ?? 0;
      out[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return out;
}

/** From the 2nd to the 98th percentile. */
function stretched(values: Float32Array): Float32Array {
  const sorted = values.toSorted();
  const low = sorted[Math.floor(0.02 * sorted.length)] ?? 0;
  const high = sorted[Math.ceil(0.98 * sorted.length) - 1] ?? 1;
  const range = Math.max(1e-6, high - low);
  return values.map((value) => Math.min(1, Math.max(0, (value - low) / range)));
}
