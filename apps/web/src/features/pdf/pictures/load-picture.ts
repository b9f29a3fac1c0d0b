import { type PdfPicture, placeholderPicture } from '@second-read/contract/paper/pictures/picture';

/** JPEG quality of pictures in the PDF (§9). */
const jpegQuality = 0.8;
/** Longest side printed: 60 mm at 600 dots per inch. */
const longestSide = 1440;

/**
 * Loads a picture without credentials, as an anonymous cross-origin image would be, and turns it into a JPEG
 * on white. Never fails: what cannot be loaded becomes the 1x1 placeholder.
 */
export async function loadPicture(url: string): Promise<PdfPicture> {
  try {
    const response = await fetch(url, { mode: 'cors', credentials: 'omit' });
    if (!response.ok) return placeholderPicture;
    return await toJpeg(await response.blob());
  } catch {
    return placeholderPicture;
  }
}

async function toJpeg(blob: Blob): Promise<PdfPicture> {
  const bitmap = await createImageBitmap(blob);
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return placeholderPicture;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
  return { jpeg: new Uint8Array(await jpeg.arrayBuffer()), width, height, loaded: true };
}
