import { type Reader, refusalByFile } from '@second-read/core/analysis/in-standard-display';
import { findText } from '@second-read/core/burned-in-text/find-text';
import { type Codecs, decodeStudy } from '@second-read/core/decode/decode-study';
import { showTable, showWindow } from '@second-read/core/decode/display-values';
import { sniff } from '@second-read/core/decode/sniff';
import type { DecodeProblem, Study } from '@second-read/core/decode/study';
import { applyWindow, percentileRange } from '@second-read/core/pixels/color/apply-window';
import type { Box } from '@second-read/core/pixels/plane';
import sharp from 'sharp';
import { type FileInput, wholeInput } from './clean/file-input.ts';
import { stripMetadata } from './clean/strip-metadata.ts';
import { Unreadable } from './clean/unreadable.ts';

/**
 * The outcome of a text search. `found` also if the file declares burned-in text and no box was found.
 * `preview`: the picture as JPEG, reduced if large. `frame` (from 0) was searched, of so many.
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
  readonly source: FileInput;
  /** Of a multi-frame DICOM, from 0; without it the one that is read without a choice. */
  readonly frame?: number | undefined;
  /** Who will read it: in what that module refuses by the file alone, nothing is looked for. */
  readonly reader?: Reader | undefined;
}

const longestPreviewSide = 1600;

/** Looks for text in the cleaned picture, so that libraries never see the original of a hostile file. */
export async function searchText(
  { source, frame: wanted, reader }: TextTask,
  codecs: Codecs,
  spoolKey: Uint8Array,
): Promise<TextSearch> {
  const bytes = await pictureAlone(await wholeInput(source, spoolKey));
  if (typeof bytes === 'string') return { status: 'failed', reason: bytes };
  const decoded = await decodeStudy(bytes, codecs, wanted === undefined ? {} : { frame: wanted });
  if (!decoded.ok) return { status: 'failed', reason: decoded.problem };
  const { study } = decoded;
  const { frame, frames } = study.source;
  if (reader && refusalByFile(study, reader)) return { status: 'none', frame, frames };
  const boxes = findText(study.grey);
  const isStated = study.source.saysBurnedIn === true;
  const { width, height } = study;
  if (boxes.length === 0 && !isStated) return { status: 'none', frame, frames };
  return { status: 'found', frame, frames, width, height, boxes, isStated, preview: await previewOf(study) };
}

async function pictureAlone(bytes: Uint8Array): Promise<Uint8Array | DecodeProblem> {
  const format = sniff(bytes);
  if (format === 'dicom' || format === 'unknown' || format === 'unsupported') return bytes;
  try {
    return new Uint8Array(Buffer.concat(await stripMetadata(bytes, format)));
  } catch (error) {
    if (error instanceof Unreadable) return error.reason;
    throw error;
  }
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
