import type { MaskBox, TextSearchReply } from '@second-read/contract/analyses';
import { maxMasks } from '@second-read/contract/analyses';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { ApiError } from '../../../api/calls/errors.ts';
import type { BatchSlice } from '../run/batch-order.ts';
import { searchText } from '../run/calls.ts';

/** A picture of the series with text in it; `slice` counts from 1. */
export type TextPicture = Omit<TextSearchReply['pictures'][number], 'frame'> & { readonly slice: number };

/** What was found before a series is sent. Slices count from 1. */
export interface SeriesText {
  /** False where the server keeps uploads as received: it looks for nothing and hides nothing. */
  readonly looked: boolean;
  readonly searched: readonly number[];
  /** Of those that were to be searched: files that could not be read. */
  readonly unreadable: readonly number[];
  readonly pictures: readonly TextPicture[];
}

interface Search {
  readonly manifest: ModuleManifest;
  readonly slices: readonly BatchSlice[];
  readonly signal: AbortSignal;
}

/**
 * The first, the middle and the last slice; and where none of them says that it holds text, the first that
 * does.
 */
export function slicesToSearch(slices: readonly Pick<BatchSlice, 'saysBurnedIn'>[]): number[] {
  const usual = [0, Math.floor(slices.length / 2), slices.length - 1];
  const isSaid = usual.some((at) => slices[at]?.saysBurnedIn);
  const saying = isSaid ? -1 : slices.findIndex(({ saysBurnedIn }) => saysBurnedIn);
  return [...new Set([...usual, saying])]
    .filter((at) => at >= 0)
    .map((at) => at + 1)
    .toSorted((a, b) => a - b);
}

/**
 * Looks for text in a few slices of a series: burned-in text stands at the same place in all of them. The
 * server keeps nothing of them.
 * @throws ApiError where the server cannot be asked.
 */
export async function searchSeries({ manifest, slices, signal }: Search): Promise<SeriesText> {
  const wanted = slicesToSearch(slices);
  const [first] = slices;
  const unreadable: number[] = [];
  const search = async (slice: number): Promise<TextSearchReply> => {
    try {
      const file = await slices[slice - 1]?.file();
      if (file) return await searchText({ manifest, file, signal });
    } catch (error) {
      const isOfFile = !(error instanceof ApiError) || ofFile.has(error.code);
      if (signal.aborted || !isOfFile) throw error;
    }
    unreadable.push(slice);
    return { looked: true, pictures: [] };
  };
  // Frames of one file: it travels once, and the server looks at the same three.
  const isOneFile = first !== undefined && first.frame !== null;
  const replies = await Promise.all((isOneFile ? [1] : wanted).map(search));
  const pictures = replies.flatMap((reply, at) =>
    reply.pictures.map(({ frame, ...picture }) => ({
      ...picture,
      slice: isOneFile ? frame : (wanted[at] ?? 1),
    })),
  );
  return { looked: replies.every(({ looked }) => looked), searched: wanted, unreadable, pictures };
}

/** Replies about a file, not about the connection. */
const ofFile: ReadonlySet<string> = new Set(['invalid_file', 'upload_too_large']);

/** One set of boxes for the series: those of every picture, where boxes of nearly the same place are one. */
export function boxesOf(pictures: readonly Pick<TextPicture, 'boxes'>[]): MaskBox[] {
  const all: MaskBox[] = [];
  for (const box of pictures.flatMap(({ boxes }) => boxes)) {
    const at = all.findIndex((other) => isSamePlace(box, other));
    const same = all[at];
    if (same) all[at] = around(box, same);
    else all.push(box);
  }
  return all.slice(0, maxMasks);
}

/** Half of the smaller one is covered. */
function isSamePlace(a: MaskBox, b: MaskBox): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const smaller = Math.min(a.width * a.height, b.width * b.height);
  return width > 0 && height > 0 && width * height >= smaller / 2;
}

function around(a: MaskBox, b: MaskBox): MaskBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
