import {
  greyAttributes,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import sharp from 'sharp';

const side = 256;

/** Black, with a white disc for each radius, in pixels, from left to right. */
function discs(radii: readonly number[], white: number): number[] {
  return Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side)];
    const isInside = radii.some((radius, n) => Math.hypot(x - 60 - 80 * n, y - side / 2) <= radius);
    return isInside ? white : 0;
  });
}

/** A phantom with such inserts. */
export function phantomPng(radii: readonly number[]): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 1 } as const;
  return sharp(Uint8Array.from(discs(radii, 255)), { raw })
    .png()
    .toBuffer();
}

/** Its slices, each with one insert more than the one before. */
export function phantomSeries(count: number): { name: string; bytes: Uint8Array }[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `IM${index + 1}`,
    bytes: writeDicom({
      '0008,0018': ['UI', `1.2.826.9.${index + 1}`],
      '0008,0060': ['CS', 'CT'],
      '0018,0050': ['DS', '5'],
      '0020,000e': ['UI', '1.2.826.9'],
      '0020,0032': ['DS', `0\\0\\${index * 5}`],
      '0020,0037': ['DS', '1\\0\\0\\0\\1\\0'],
      ...greyAttributes(side, side, 12),
      '7fe0,0010': ['OW', wordBytes(discs(Array<number>(index).fill(20), 4095))],
    }),
  }));
}
