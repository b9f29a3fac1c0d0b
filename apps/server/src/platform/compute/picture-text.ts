import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findText } from '@second-read/core/burned-in-text/find-text';
import { type Codecs, decodeStudy } from '@second-read/core/decode/decode-study';
import { Damaged } from '@second-read/core/decode/dicom/damaged';
import { showTable, showWindow } from '@second-read/core/decode/display-values';
import { sizeProblem } from '@second-read/core/decode/limits';
import { sniff } from '@second-read/core/decode/sniff';
import type { DecodeProblem, Study } from '@second-read/core/decode/study';
import { fillBoxes } from '@second-read/core/deidentify/fill-boxes';
import { maskDicom } from '@second-read/core/deidentify/mask-dicom';
import { applyWindow, percentileRange } from '@second-read/core/pixels/apply-window';
import type { Box } from '@second-read/core/pixels/plane';
import sharp from 'sharp';
import { encodePng } from './encode-png.ts';
import { readBytes } from './read-bytes.ts';

/**
 * What a search for burned-in text said. `found` also where the file itself says that there is some and no box was
 * found. `preview`: the picture as JPEG, smaller where it is large. `frame` (from 0) was looked at, of so many.
 */
export type TextSearch =
  | { readonly status: 'none'; readonly frame: number; readonly frames: number }
  | {
      readonly status: 'found';
      readonly frame: number;
      readonly frames: number;
      readonly width: number;
      readonly height: number;
      readonly boxes: readonly Box[];
      readonly isStated: boolean;
      readonly preview: Uint8Array;
    }
  | { readonly status: 'failed'; readonly reason: DecodeProblem };

export interface TextTask {
  readonly path: string;
  /** Of a multi-frame DICOM, from 0; without it the one that is read without a choice. */
  readonly frame?: number | undefined;
}

export interface MaskTask {
  readonly path: string;
  readonly boxes: readonly Box[];
  /** Where the masked file goes. */
  readonly target: string;
}

export type MaskOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: DecodeProblem };

/** The thread's side of looking for text in a picture, and of hiding it. */
export function servePictureText(codecs: Codecs) {
  return {
    findText: (task: TextTask) => searchText(task, codecs),
    mask: (task: MaskTask) => mask(task, codecs),
  };
}

const longestPreviewSide = 1600;

async function searchText({ path, frame: wanted }: TextTask, codecs: Codecs): Promise<TextSearch> {
  const file = await readBytes(path);
  if (!file.ok) return { status: 'failed', reason: 'corrupt_file' };
  const decoded = await decodeStudy(file.bytes, codecs, wanted === undefined ? {} : { frame: wanted });
  if (!decoded.ok) return { status: 'failed', reason: decoded.problem };
  const { study } = decoded;
  const boxes = findText(study.grey);
  const isStated = study.source.saysBurnedIn === true;
  const { width, height } = study;
  const { frame, frames } = study.source;
  if (boxes.length === 0 && !isStated) return { status: 'none', frame, frames };
  return { status: 'found', frame, frames, width, height, boxes, isStated, preview: await previewOf(study) };
}

async function previewOf({ colour, grey, table, window }: Study): Promise<Uint8Array> {
  const shown = table ? showTable(grey, table) : window ? showWindow(grey, window) : undefined;
  const { width, height, data } = colour ?? shown ?? applyWindow(grey, percentileRange(grey));
  const raw = { width, height, channels: colour ? 3 : 1 } as const;
  const side = { width: longestPreviewSide, height: longestPreviewSide };
  const image = sharp(data, { raw }).resize({ ...side, fit: 'inside', withoutEnlargement: true });
  return new Uint8Array(
    await image
      .toColourspace(colour ? 'srgb' : 'b-w')
      .jpeg({ quality: 85 })
      .toBuffer(),
  );
}

/** DICOM stays DICOM, without compression; any other picture becomes a PNG, upright and at its depth. */
async function mask({ path, boxes, target }: MaskTask, codecs: Codecs): Promise<MaskOutcome> {
  const file = await readBytes(path);
  if (!file.ok) return { ok: false, reason: 'corrupt_file' };
  const parts = await maskedParts(file.bytes, boxes, codecs);
  if (!parts.ok) return { ok: false, reason: parts.problem };
  try {
    await pipeline(
      Readable.from(parts.parts, { objectMode: false }),
      createWriteStream(target, { mode: 0o600 }),
    );
    return { ok: true };
  } catch (error) {
    if (error instanceof Damaged) return { ok: false, reason: error.problem };
    throw error;
  }
}

type Parts =
  | { readonly ok: true; readonly parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }
  | { readonly ok: false; readonly problem: DecodeProblem };

async function maskedParts(bytes: Uint8Array, boxes: readonly Box[], codecs: Codecs): Promise<Parts> {
  const format = sniff(bytes);
  if (format === 'unknown') return { ok: false, problem: 'unknown_format' };
  if (format === 'unsupported') return { ok: false, problem: 'unsupported_format' };
  if (format === 'dicom') return maskDicom(bytes, boxes, codecs.dicom);
  try {
    return { ok: true, parts: [await maskedRaster(bytes, boxes, codecs)] };
  } catch (error) {
    if (error instanceof Damaged) return { ok: false, problem: error.problem };
    return { ok: false, problem: 'corrupt_file' };
  }
}

async function maskedRaster(
  bytes: Uint8Array,
  boxes: readonly Box[],
  { raster }: Codecs,
): Promise<Uint8Array> {
  const header = await raster.header(bytes);
  const problem = sizeProblem(header.width, header.height);
  if (problem) throw new Damaged(problem, 'size');
  const pixels = await raster.pixels(bytes);
  const { width, height } = pixels;
  if (pixels.channels === 3) {
    fillBoxes(pixels, boxes, 0);
    return pixels.data instanceof Uint8Array
      ? encodePng({ width, height, data: pixels.data })
      : encodeDeep(pixels.data, { width, height, channels: 3 });
  }
  // No PNG holds floats; they do not come from where text is burned in.
  if (pixels.bitsStored > 16) throw new Damaged('unsupported_format', 'floats cannot be masked');
  fillBoxes(pixels, boxes, 0);
  return pixels.bitsStored > 8
    ? encodeDeep(Uint16Array.from(pixels.data), { width, height, channels: 1 })
    : encodePng({ width, height, data: Uint8Array.from(pixels.data) });
}

async function encodeDeep(
  data: Uint16Array,
  raw: { width: number; height: number; channels: 1 | 3 },
): Promise<Uint8Array> {
  const space = raw.channels === 1 ? 'grey16' : 'rgb16';
  const png = await sharp(data, { raw, limitInputPixels: false }).toColourspace(space).png().toBuffer();
  return new Uint8Array(png);
}
