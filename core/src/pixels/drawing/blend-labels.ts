import { type Palette, paletteTable } from '../color/palette.ts';
import type { LabelMap, RgbImage } from '../plane.ts';
import { nearestPlaces } from '../sampling/resize-nearest.ts';

/**
 * The picture with its classes laid over it at `opacity`, 0 to 1, one for all or by class; classes without a
 * colour show the picture. `labels` of another size are brought to the picture's as `resizeNearest` does.
 */
export function blendLabels(
  image: RgbImage,
  labels: LabelMap,
  palette: Palette,
  opacity: number | ((label: number) => number),
): RgbImage {
  const { width, height } = image;
  const tables = blendTables(palette, typeof opacity === 'number' ? () => opacity : opacity);
  const columns = nearestPlaces(labels.width, width);
  const rows = nearestPlaces(labels.height, height);
  const data = image.data.slice();
  const runs = new Int32Array(3 * width);
  let length = 0;
  for (let y = 0; y < height; y++) {
    if (y === 0 || rows[y] !== rows[y - 1]) {
      const row = (rows[y] ?? 0) * labels.width;
      length = findRuns(labels.data.subarray(row, row + labels.width), { columns, tables, runs });
    }
    for (let r = 0; r < length; r += 3) {
      const table = tables[runs[r + 2] ?? 0];
      if (table === undefined) continue;
      blendRun(data.subarray((y * width + (runs[r] ?? 0)) * 3, (y * width + (runs[r + 1] ?? 0)) * 3), table);
    }
  }
  return { width, height, data };
}

/** What becomes of each of 256 values, by channel, for every class that has a colour. */
function blendTables(palette: Palette, opacity: (label: number) => number): (Uint8Array | undefined)[] {
  const { colours, drawn } = paletteTable(palette);
  return Array.from(drawn, (isDrawn, label) => {
    if (isDrawn === 0) return undefined;
    const share = opacity(label);
    const table = new Uint8Array(3 * 256);
    for (let i = 0; i < table.length; i++) {
      const under = i & 255;
      table[i] = Math.round(under + ((colours[label * 3 + (i >> 8)] ?? 0) - under) * share);
    }
    return table;
  });
}

/**
 * Writes first pixel, end and class of each stretch of one row that has a colour; returns how much was
 * written.
 */
function findRuns(
  row: Uint8Array,
  { columns, tables, runs }: { columns: Int32Array; tables: readonly unknown[]; runs: Int32Array },
): number {
  let length = 0;
  for (let x = 0; x < columns.length; ) {
    const label = row[columns[x] ?? 0] ?? 0;
    const start = x;
    while (x < columns.length && row[columns[x] ?? 0] === label) x++;
    if (tables[label] === undefined) continue;
    runs[length++] = start;
    runs[length++] = x;
    runs[length++] = label;
  }
  return length;
}

function blendRun(pixels: Uint8Array, table: Uint8Array): void {
  for (let j = 0; j < pixels.length; j += 3) {
    pixels[j] = table[pixels[j] ?? 0] ?? 0;
    pixels[j + 1] = table[256 + (pixels[j + 1] ?? 0)] ?? 0;
    pixels[j + 2] = table[512 + (pixels[j + 2] ?? 0)] ?? 0;
  }
}
