import type { ExamSlicePicture } from '../../api/reports/reports.ts';
import { decodeInTurn } from './decode-in-worker.ts';
import { decodePicture } from './decode-picture.ts';
import { fetchPicture } from './load-source.ts';
import type { DisplayWindow, Picture, PixelSpacing } from './picture.ts';

interface SliceOptions {
  /** Of values in Hounsfield units. */
  readonly displayWindow?: DisplayWindow | undefined;
  /** Of a pixel, where the slice is stored without it. */
  readonly spacing: PixelSpacing['kind'];
  readonly signal: AbortSignal;
}

/** The last file: its other frames are read from it as well. */
let last: { readonly path: string; readonly file: Promise<Blob> } | null = null;

/**
 * A slice of a stored exam in stored values; one that did not come as DICOM, or that only the server reads,
 * as the server shows it.
 * @throws Error when it cannot be had or read.
 */
export async function loadSlice(own: ExamSlicePicture, options: SliceOptions): Promise<Picture> {
  const { signal, displayWindow } = options;
  if (own.dicom) {
    const file = await fetchFile(own.dicom.url, signal);
    signal.throwIfAborted();
    const picture = await decodeInTurn(file, own.dicom.frame, displayWindow);
    if (picture) return picture;
  }
  const picture = await decodePicture(await fetchPicture(own.url, signal));
  const spacing = own.pixelMm && { xMm: own.pixelMm.x, yMm: own.pixelMm.y, kind: options.spacing };
  const { row, column } = own.geometry ?? {};
  return { ...picture, ...(spacing && { spacing }), ...(row && column && { directions: { row, column } }) };
}

function fetchFile(url: string, signal: AbortSignal): Promise<Blob> {
  // A link is signed anew now and then.
  const path = url.split('?')[0] ?? url;
  if (last?.path === path) return last.file;
  const file = fetchPicture(url, signal);
  const own = { path, file };
  last = own;
  // A viewer that was left keeps no file: it is a patient's.
  const forget = () => {
    if (last === own) last = null;
  };
  signal.addEventListener('abort', forget);
  file.catch(forget);
  return file;
}
