import type { Mask } from '@second-read/core/pixels/plane';
import type { Lungs } from './lungs.ts';

/** Fields along each side of the picture. */
const fields = 16;

/** Where lung lies in a slice: a digit a field, row by row, tenths of it that are lung (9: nine and more). */
export function lungProfile({ left, right }: Pick<Lungs, 'left' | 'right'>): string {
  const { width, height } = left;
  const counts = new Float64Array(fields * fields);
  const sizes = new Float64Array(fields * fields);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * fields) / height) * fields;
    for (let x = 0; x < width; x++) {
      const field = row + Math.floor((x * fields) / width);
      sizes[field] = (sizes[field] ?? 0) + 1;
      if (isLung(left, y * width + x) || isLung(right, y * width + x))
        counts[field] = (counts[field] ?? 0) + 1;
    }
  }
  return Array.from(counts, (count, i) =>
    Math.min(9, Math.floor((10 * count) / Math.max(1, sizes[i] ?? 1))),
  ).join('');
}

function isLung({ data }: Mask, at: number): boolean {
  return data[at] !== 0;
}
