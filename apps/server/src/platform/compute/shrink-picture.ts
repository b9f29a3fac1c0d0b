import sharp from 'sharp';

export interface ShrinkTask {
  /** A stored PNG. */
  readonly bytes: Uint8Array;
  /** Longest width and height of the small picture. */
  readonly maxSide: number;
}

/** The same picture as a PNG of at most `maxSide` pixels; one that is smaller stays as it is. */
export async function shrinkPicture({ bytes, maxSide }: ShrinkTask): Promise<Uint8Array> {
  const small = await sharp(bytes, { limitInputPixels: false })
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 6 })
    .toBuffer();
  return new Uint8Array(small);
}
