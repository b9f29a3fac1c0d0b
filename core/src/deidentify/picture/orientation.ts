const orientationTag = 0x0112;
const shortType = 3;

/** The orientation in an EXIF block (from its TIFF header on): 1 to 8, 1 if absent. */
export function exifOrientation(exif: Uint8Array): number {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength);
  if (view.byteLength < 10) return 1;
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return 1;
  const isLittle = order === 0x4949;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > view.byteLength) return 1;
  const entries = view.getUint16(directory, isLittle);
  for (let i = 0; i < entries; i++) {
    const at = directory + 2 + i * 12;
    if (at + 12 > view.byteLength) return 1;
    if (view.getUint16(at, isLittle) !== orientationTag) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** An EXIF block with only the orientation. */
export function orientationExif(orientation: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(26));
  view.setUint32(0, 0x49492a00);
  view.setUint32(4, 8, true);
  view.setUint16(8, 1, true);
  view.setUint16(10, orientationTag, true);
  view.setUint16(12, shortType, true);
  view.setUint32(14, 1, true);
  view.setUint16(18, orientation, true);
  return new Uint8Array(view.buffer);
}
