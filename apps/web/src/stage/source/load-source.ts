import { structureProblem } from '@second-read/core/decode/raster-structure';
import { isSimple, readSimple, type SimpleFormat } from '@second-read/core/decode/simple/simple-pictures';
import { sniff } from '@second-read/core/decode/sniff';
import type { FileIdentity } from '@second-read/core/patient/file-identity';
import { readSliceFacts } from '@second-read/core/series/slice-facts';
import { decodeInWorker, superseded } from './decode-in-worker.ts';
import { decodePicture, pictureOfRgb } from './decode-picture.ts';
import type { DisplayWindow, Picture } from './picture.ts';

/** What the screen says of a DICOM file. */
export interface DicomCardFacts {
  readonly patientId: string | null;
  readonly identity: FileIdentity | null;
  readonly modality: string | null;
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly bitsStored: number;
}

/**
 * `damaged`: of a kind that is read, but not this file. `not-read`: of a kind that nobody reads here.
 * `not-drawn`: the browser does not draw it, the server reads it. The others: reasons of the decoder.
 */
export type WhyUnreadable =
  | 'damaged'
  | 'not-read'
  | 'not-drawn'
  | 'animated'
  | 'compressed_bitmap'
  | 'too_large_for_format';

/** What became of a chosen file or a stored picture: `card` is a DICOM that only the server can show. */
export type LoadedSource =
  | { readonly kind: 'picture'; readonly picture: Picture; readonly dicom: DicomCardFacts | null }
  | { readonly kind: 'card'; readonly dicom: DicomCardFacts }
  | { readonly kind: 'unreadable'; readonly why: WhyUnreadable };

/** Most files have everything before their pixels in it. */
const sniffedBytes = 128 * 1024;

export interface SourceOptions {
  readonly displayWindow?: DisplayWindow | undefined;
  /** Of a multi-frame file, from 1; null: the one the decoder would choose. */
  readonly frame: number | null;
}

/** Reads a chosen file as far as the browser can; null where a newer one has overtaken it. Never throws. */
export async function loadSource(blob: Blob, options: SourceOptions): Promise<LoadedSource | null> {
  let why: WhyUnreadable = 'damaged';
  try {
    const head = new Uint8Array(await blob.slice(0, sniffedBytes).arrayBuffer());
    const format = sniff(head);
    if (format === 'dicom') return await loadDicom(blob, head, options);
    if (format === 'unknown' || format === 'unsupported') return { kind: 'unreadable', why: 'not-read' };
    if (isSimple(format)) return loadSimple(new Uint8Array(await blob.arrayBuffer()), format);
    if (format === 'tiff') why = 'not-drawn';
    return { kind: 'picture', picture: await decodePicture(blob), dicom: null };
  } catch {
    return { kind: 'unreadable', why };
  }
}

/** Read as the server reads it, so that what it would refuse is said before anything is sent. */
function loadSimple(bytes: Uint8Array, format: SimpleFormat): LoadedSource {
  const problem = structureProblem(bytes, format);
  if (problem === 'animated' || problem === 'compressed_bitmap' || problem === 'too_large_for_format')
    return { kind: 'unreadable', why: problem };
  return { kind: 'picture', picture: pictureOfRgb(readSimple(bytes, format)), dicom: null };
}

/** Pixels are read as the server reads them, by the same decoder. */
async function loadDicom(
  blob: Blob,
  head: Uint8Array,
  { displayWindow, frame }: SourceOptions,
): Promise<LoadedSource | null> {
  const dicom = await cardFacts(blob, head);
  if (!dicom) return { kind: 'unreadable', why: 'damaged' };
  const picture = await decodeInWorker(blob, frame, displayWindow);
  if (picture === superseded) return null;
  return picture ? { kind: 'picture', picture, dicom } : { kind: 'card', dicom };
}

/** Null for a file that is no picture, or damaged before its pixels. */
async function cardFacts(blob: Blob, head: Uint8Array): Promise<DicomCardFacts | null> {
  const first = readSliceFacts(head, head.length === blob.size);
  const outcome =
    first.kind === 'more' ? readSliceFacts(new Uint8Array(await blob.arrayBuffer()), true) : first;
  if (outcome.kind !== 'slice') return null;
  const { identity = null, modality = null, rows, columns, frames, bitsStored } = outcome.facts;
  return { patientId: identity?.patientId ?? null, identity, modality, rows, columns, frames, bitsStored };
}

/** A stored picture by its address. @throws Error when it cannot be had or read. */
export async function fetchPicture(url: string, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(url, signal ? { signal } : {});
  if (!response.ok) throw new Error(`The image could not be loaded (${response.status})`);
  return response.blob();
}
