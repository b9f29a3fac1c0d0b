import { decodePicture } from './decode-picture.ts';
import { dicomPicture } from './dicom-picture.ts';
import { type DicomFacts, readDicomFacts } from './dicom-tags.ts';
import type { DisplayWindow, Picture } from './picture.ts';

/** What became of a chosen file or a stored picture: `card` is a DICOM that only the server can show. */
export type LoadedSource =
  | { readonly kind: 'picture'; readonly picture: Picture; readonly dicom: DicomFacts | null }
  | { readonly kind: 'card'; readonly dicom: DicomFacts }
  | { readonly kind: 'unreadable' };

/** Reads a chosen file as far as the browser can. Never throws. */
export async function loadSource(blob: Blob, displayWindow?: DisplayWindow): Promise<LoadedSource> {
  try {
    const head = new Uint8Array(await blob.slice(0, 132).arrayBuffer());
    if (new TextDecoder('latin1').decode(head.subarray(128, 132)) === 'DICM')
      return await loadDicom(blob, displayWindow);
    return { kind: 'picture', picture: await decodePicture(blob), dicom: null };
  } catch {
    return { kind: 'unreadable' };
  }
}

async function loadDicom(blob: Blob, displayWindow?: DisplayWindow): Promise<LoadedSource> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const dicom = readDicomFacts(bytes);
  if (!dicom) return { kind: 'unreadable' };
  const picture = dicomPicture(bytes, dicom, displayWindow);
  return picture ? { kind: 'picture', picture, dicom } : { kind: 'card', dicom };
}

/** A stored picture by its address. @throws Error when it cannot be had or read. */
export async function fetchPicture(url: string, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(url, signal ? { signal } : {});
  if (!response.ok) throw new Error(`The picture could not be loaded (${response.status})`);
  return response.blob();
}
