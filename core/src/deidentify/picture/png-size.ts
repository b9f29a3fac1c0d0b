export interface PngHead {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly isInterlaced: boolean;
}

/** Samples of a pixel and the depths a sample may have, by colour type (PNG 11.2.1). */
const colourTypes: Readonly<
  Record<number, { readonly samples: number; readonly depths: readonly number[] }>
> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

/** First column, first row, step of columns, step of rows of each pass (PNG 8.1). */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * Unpacked length of the picture, with the filter byte of each line; undefined if there is no such picture.
 */
export function pngDataLength(head: PngHead): number | undefined {
  const type = colourTypes[head.colourType];
  if (!type?.depths.includes(head.depth)) return undefined;
  const pixelBits = type.samples * head.depth;
  const passes = head.isInterlaced ? adam7 : ([[0, 0, 1, 1]] as const);
  let bytes = 0;
  for (const [left, top, across, down] of passes) {
    const columns = Math.max(0, Math.ceil((head.width - left) / across));
    const rows = Math.max(0, Math.ceil((head.height - top) / down));
    // A pass without columns has no lines, and so no filter bytes.
    if (columns > 0) bytes += rows * (1 + Math.ceil((columns * pixelBits) / 8));
  }
  return bytes;
}
