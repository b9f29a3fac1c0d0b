import { sniff } from '@second-read/core/decode/sniff';
import { readSliceFacts } from '@second-read/core/series/slice-facts';
import { decodeInWorker, superseded } from './decode-in-worker.ts';
import { decodePicture } from './decode-picture.ts';
import { dicomPicture } from './dicom-picture.ts';
import { type DicomFacts, readDicomFacts } from './dicom-tags.ts';
import type { DisplayWindow, Picture } from './picture.ts';

/** What the screen says of a DICOM file. */
export type DicomCardFacts = Pick<
  DicomFacts,
  'patientId' | 'modality' | 'rows' | 'columns' | 'frames' | 'bitsStored'
>;

/** What became of a chosen file or a stored picture: `card` is a DICOM that only the server can show. */
export type LoadedSource =
  | { readonly kind: 'picture'; readonly picture: Picture; readonly dicom: DicomCardFacts | null }
  | { readonly kind: 'card'; readonly dicom: DicomCardFacts }
  | { readonly kind: 'unreadable' };

/** Longer than any first element that a file without preamble is known by. */
const sniffedBytes = 128 * 1024;

export interface SourceOptions {
  readonly displayWindow?: DisplayWindow | undefined;
  /** Of a multi-frame file, from 1; null: the one the decoder would choose. */
  readonly frame: number | null;
}

/** Reads a chosen file as far as the browser can; null where a newer one has overtaken it. Never throws. */
export async function loadSource(blob: Blob, options: SourceOptions): Promise<LoadedSource | null> {
  try {
    const head = new Uint8Array(await blob.slice(0, sniffedBytes).arrayBuffer());
    if (sniff(head) === 'dicom') return await loadDicom(blob, options);
    return { kind: 'picture', picture: await decodePicture(blob), dicom: null };
  } catch {
    return { kind: 'unreadable' };
  }
}

async function loadDicom(blob: Blob, { displayWindow, frame }: SourceOptions): Promise<LoadedSource | null> {
  const bytes = await bytesOf(blob);
  const plain = readDicomFacts(bytes);
  const quick = plain && dicomPicture(bytes, plain, displayWindow);
  if (quick) return { kind: 'picture', picture: quick, dicom: plain };
  const dicom = plain ?? headFacts(bytes);
  if (!dicom) return { kind: 'unreadable' };
  const picture = await decodeInWorker(blob, frame, displayWindow);
  if (picture === superseded) return null;
  return picture ? { kind: 'picture', picture, dicom } : { kind: 'card', dicom };
}

/** Of a file that is no Part 10 file: without preamble or meta information. */
function headFacts(bytes: Uint8Array): DicomCardFacts | null {
  const head = readSliceFacts(bytes, true);
  if (head.kind !== 'slice') return null;
  const { patientId = null, modality = null, rows, columns, frames, bitsStored } = head.facts;
  return { patientId, modality, rows, columns, frames, bitsStored };
}

let last: { readonly blob: Blob; readonly bytes: Promise<Uint8Array> } | null = null;

/** The bytes of the file that was read last are kept: its next frame needs them again. */
async function bytesOf(blob: Blob): Promise<Uint8Array> {
  if (last?.blob !== blob)
    last = { blob, bytes: blob.arrayBuffer().then((buffer) => new Uint8Array(buffer)) };
  return last.bytes;
}

/** A stored picture by its address. @throws Error when it cannot be had or read. */
export async function fetchPicture(url: string, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(url, signal ? { signal } : {});
  if (!response.ok) throw new Error(`The picture could not be loaded (${response.status})`);
  return response.blob();
}
