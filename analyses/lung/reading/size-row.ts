import type { Millimetres } from '@second-read/core/pixels/units';
import type { sizeRows, textures } from './schema.ts';

export type SizeRow = (typeof sizeRows)[number];
type Texture = (typeof textures)[number];

/**
 * The row of Lung-RADS (ACR, 2022, baseline) into which the size falls, by mean diameter to 0.1 mm.
 * It is not a category: that needs the whole scan. Null for part-solid nodules, whose solid part decides.
 */
export function sizeRowOf(diameterMm: Millimetres, texture: Texture): SizeRow | null {
  const mm = Math.round(diameterMm * 10) / 10;
  if (texture === 'part_solid') return null;
  if (texture === 'ground_glass') return mm < 30 ? '2' : '3';
  if (mm < 6) return '2';
  if (mm < 8) return '3';
  return mm < 15 ? '4A' : '4B';
}

const solidBands: Readonly<Record<SizeRow, string>> = {
  2: 'solid, under 6 mm',
  3: 'solid, 6 to under 8 mm',
  '4A': 'solid, 8 to under 15 mm',
  '4B': 'solid, 15 mm or more',
};

/** What the row says, in the words of its table. */
export function bandOf(row: SizeRow, texture: Texture | null): string {
  if (texture !== 'ground_glass') return solidBands[row];
  return row === '2' ? 'non-solid, under 30 mm' : 'non-solid, 30 mm or more';
}
