import type { StoredFrame } from '@second-read/core/decode/dicom/frame/stored-frame';
import type { Plane } from '@second-read/core/pixels/plane';
import { valueStatistics } from './value-statistics.ts';

const maxStored = 65_535;

/**
 * Stored values minus the least of them. Floats and ranges wider than 16 bits are spread over 16 bits:
 * `unitsPerStep` is what one step of the picture then stands for, else 1.
 */
export function storedPicture({ columns, rows, values }: StoredFrame): {
  readonly picture: Plane<Uint16Array>;
  readonly unitsPerStep: number;
} {
  const { min, max } = valueStatistics(values);
  const lowest = min ?? 0;
  const range = (max ?? 0) - lowest;
  const isFloat = values instanceof Float32Array || values instanceof Float64Array;
  const unitsPerStep = range > 0 && (isFloat || range > maxStored) ? range / maxStored : 1;
  const data = new Uint16Array(values.length);
  for (let i = 0; i < data.length; i++) data[i] = Math.round(((values[i] ?? 0) - lowest) / unitsPerStep);
  return { picture: { width: columns, height: rows, data }, unitsPerStep };
}
