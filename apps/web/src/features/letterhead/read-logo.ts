/** Printed 40 mm wide: at this width 300 dots per inch. */
const longestSide = 480;
/** Characters of a data URL that the server takes. */
const maxCharacters = 40_000;

/**
 * A chosen picture as a JPEG on white, small enough to be kept with the settings.
 * @throws Error in words where it is no picture
 */
export async function readLogo(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture that the browser can read.');
  });
  for (const part of [1, 0.75, 0.5, 0.35]) {
    const url = await jpegOf(
      bitmap,
      (part * longestSide) / Math.max(bitmap.width, bitmap.height, longestSide),
    );
    if (url.length <= maxCharacters) return url;
  }
  throw new Error('This picture has too much detail for a logo. Please choose a simpler one.');
}

async function jpegOf(bitmap: ImageBitmap, scale: number): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The picture could not be drawn.');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.85);
}
