import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { ClientError, clientMessages } from '../run/client-error.ts';
import type { ChosenImage } from '../run/flow.ts';

/** JPEG quality of re-encoded uploads (§9). */
export const uploadQuality = 0.92;

/** The parts of an upload: `original` is the untouched file beside a re-encoded `image`. */
export interface UploadParts {
  readonly image: Blob;
  readonly imageName: string;
  readonly original: File | null;
}

/**
 * Whether this module re-encodes this file. DICOM never is, nor what browsers cannot draw (TIFF), nor a
 * picture of the camera, which may be sent later just as it was taken.
 */
export function shouldReencode(manifest: ModuleManifest, image: ChosenImage, isTiff: boolean): boolean {
  return manifest.reencodesUploads && !image.isDicom && !isTiff && image.capture === undefined;
}

/** @throws ClientError when the file cannot be read or re-encoded. */
export async function uploadParts(manifest: ModuleManifest, image: ChosenImage): Promise<UploadParts> {
  const { file } = image;
  const head = await readHead(file, 4);
  if (!shouldReencode(manifest, image, isTiffHead(head))) {
    return { image: file, imageName: file.name, original: null };
  }
  return { image: await toJpeg(file), imageName: jpegName(file.name), original: file };
}

/** A JPEG of quality 0.92; transparent pixels lie on white. */
async function toJpeg(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new ClientError(clientMessages.unreadable);
  });
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (!context) throw new ClientError(clientMessages.optimise);
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, bitmap.width, bitmap.height);
    context.drawImage(bitmap, 0, 0);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: uploadQuality });
  } catch {
    throw new ClientError(clientMessages.optimise);
  } finally {
    bitmap.close();
  }
}

export function jpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '') || 'image'}.jpg`;
}

/** `II*` or `MM.*`. */
function isTiffHead(head: Uint8Array): boolean {
  const [a, b, c, d] = head;
  return (
    (a === 0x49 && b === 0x49 && c === 0x2a && d === 0) || (a === 0x4d && b === 0x4d && c === 0 && d === 0x2a)
  );
}

async function readHead(file: File, length: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, length).arrayBuffer());
  } catch {
    throw new ClientError(clientMessages.unreadable);
  }
}
