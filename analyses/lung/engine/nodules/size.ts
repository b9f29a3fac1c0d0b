import type { Mask } from '@second-read/core/pixels/plane';
import { regionShape } from '@second-read/core/pixels/regions/region-shape';
import type { Millimetres, Pixels } from '@second-read/core/pixels/units';
import type { sizeRows } from '../../reading/schema.ts';
import type { NoduleType } from './nodule-type.ts';

/** Mean of long and short axis, as Lung-RADS measures it, in pixels; 0 for an empty mask. */
export function meanDiameter(nodule: Mask): Pixels {
  const shape = regionShape(nodule);
  return shape === null ? 0 : (shape.majorAxis + shape.minorAxis) / 2;
}

export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** "9.4 mm" where the spacing is known, else "14.2 px (pixel size unknown)". */
export function sizeText(diameterPx: Pixels, pixelMm: Millimetres | undefined): string {
  if (pixelMm === undefined) return `${roundToTenth(diameterPx).toFixed(1)} px (pixel size unknown)`;
  return `${roundToTenth(diameterPx * pixelMm).toFixed(1)} mm`;
}

/** Area times slice thickness where both are known; else no volume can be measured, and the area is given. */
export function volumeText(areaPx: number, pixelMm?: Millimetres, thicknessMm?: Millimetres): string {
  if (pixelMm === undefined) return `not measurable (area ${areaPx} px²)`;
  const areaMm2 = areaPx * pixelMm * pixelMm;
  if (thicknessMm === undefined) return `not measurable (area ${roundToTenth(areaMm2)} mm²)`;
  return `${Math.round(areaMm2 * thicknessMm)} mm³ (area × slice thickness)`;
}

export interface SizeRow {
  readonly row: (typeof sizeRows)[number];
  readonly words: string;
}

/**
 * The row of Lung-RADS (ACR, 2022, baseline) into which the size falls, by mean diameter to 0.1 mm.
 * It is not a category: that needs the whole scan. Null for part-solid nodules, whose solid part decides.
 */
export function lungRadsSizeRow(diameterMm: Millimetres, type: NoduleType): SizeRow | null {
  const mm = roundToTenth(diameterMm);
  if (type === 'part-solid') return null;
  if (type === 'ground-glass')
    return mm < 30 ? sizeRow('2', 'non-solid, under 30 mm') : sizeRow('3', 'non-solid, 30 mm or more');
  if (mm < 6) return sizeRow('2', 'solid, under 6 mm');
  if (mm < 8) return sizeRow('3', 'solid, 6 to under 8 mm');
  return mm < 15 ? sizeRow('4A', 'solid, 8 to under 15 mm') : sizeRow('4B', 'solid, 15 mm or more');
}

function sizeRow(row: SizeRow['row'], band: string): SizeRow {
  return { row, words: `${row} (${band})` };
}
