import sharp from 'sharp';

export interface ShrinkTask {
  /** A stored PNG. */
  readonly bytes: Uint8Array;
  /** Longest width and height of the small picture. */
  readonly maxSide: number;
  /** PNG unless stated. */
  readonly format?: 'jpeg';
}

/** The same picture of at most `maxSide` pixels; one that is smaller stays as it is. */
export async function shrinkPicture({ bytes, maxSide, format }: ShrinkTask): Promise<Uint8Array> {
  const size = { width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true } as const;
  const small = sharp(bytes, { limitInputPixels: false }).resize(size);
  const coded = format === 'jpeg' ? small.jpeg({ quality: 90 }) : small.png({ compressionLevel: 6 });
  return new Uint8Array(await coded.toBuffer());
}
