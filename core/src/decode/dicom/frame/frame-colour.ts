import type { RgbImage } from '../../../pixels/plane.ts';
import { Damaged } from '../dataset/damaged.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { type LookupTable, lookUp } from '../samples/lookup-table.ts';
import { paletteTable } from '../samples/palette-table.ts';
import type { StoredFrame } from './stored-frame.ts';

/** Stored colour to RGB; JPEG 2000 converts while decoding. */
const toRgb: Readonly<Record<string, ((data: Uint8Array) => void) | undefined>> = {
  RGB: () => undefined,
  YBR_ICT: () => undefined,
  YBR_RCT: () => undefined,
  YBR_FULL: (data) => ybrToRgb(data, { from: 0, luma: 1, chroma: 1 }),
  YBR_FULL_422: (data) => ybrToRgb(data, { from: 0, luma: 1, chroma: 1 }),
  YBR_PARTIAL: (data) => ybrToRgb(data, { from: 16, luma: 255 / 219, chroma: 255 / 224 }),
};

/**
 * A colour frame as 8-bit RGB. Throws `Damaged` for a missing palette and for colour spaces that are not
 * read.
 */
export function frameColour(frame: StoredFrame, dataset: Dataset): RgbImage {
  if (frame.samplesPerPixel === 1) return paletteColour(frame, dataset);
  const convert = toRgb[frame.photometric];
  if (convert === undefined) throw new Damaged('unsupported_format', frame.photometric);
  const rgb = eightBit(frame);
  convert(rgb.data);
  return rgb;
}

function eightBit({ values, columns, rows, bitsStored }: StoredFrame): RgbImage {
  const scale = 255 / (2 ** bitsStored - 1);
  const data = new Uint8Array(values.length);
  for (let i = 0; i < data.length; i++) data[i] = Math.round((values[i] ?? 0) * scale);
  return { width: columns, height: rows, data };
}

/** BT.601, in place (PS3.3 C.7.6.3.1.2): full range, or from 16 to 235 in the retired partial one. */
function ybrToRgb(
  data: Uint8Array,
  { from, luma, chroma }: { from: number; luma: number; chroma: number },
): void {
  const clamped = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  for (let i = 0; i < data.length; i += 3) {
    const y = luma * ((data[i] ?? 0) - from);
    const cb = chroma * ((data[i + 1] ?? 0) - 128);
    const cr = chroma * ((data[i + 2] ?? 0) - 128);
    clamped[i] = y + 1.402 * cr;
    clamped[i + 1] = y - 0.344136 * cb - 0.714136 * cr;
    clamped[i + 2] = y + 1.772 * cb;
  }
}

function paletteColour({ values, columns, rows, isSigned }: StoredFrame, dataset: Dataset): RgbImage {
  const tables = [
    paletteTable(dataset, 'red', isSigned),
    paletteTable(dataset, 'green', isSigned),
    paletteTable(dataset, 'blue', isSigned),
  ];
  const data = new Uint8Array(values.length * 3);
  tables.forEach((table, channel) => {
    if (table === undefined) throw new Damaged('corrupt_file', 'palette');
    const shift = paletteShift(table);
    for (let i = 0; i < values.length; i++) data[i * 3 + channel] = lookUp(table, values[i] ?? 0) >> shift;
  });
  return { width: columns, height: rows, data };
}

/** Some files have 16-bit entries with 8-bit values in the low byte; these are not shifted. */
function paletteShift({ bits, entries }: LookupTable): number {
  if (bits <= 8) return 0;
  let max = 0;
  for (let i = 0; i < entries.length; i++) max = Math.max(max, entries[i] ?? 0);
  return max > 255 ? bits - 8 : 0;
}
