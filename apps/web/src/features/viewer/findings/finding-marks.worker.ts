import type { MarkedType } from '@second-read/analyses/marked-types';
import type { LabelMap } from '@second-read/core/pixels/plane';
import { type FindingMarks, findingMarks } from './finding-marks.ts';

export interface MarksOrder {
  /** The label map as a PNG. */
  readonly png: Blob;
  readonly types: readonly MarkedType[];
}

export type MarksReply = { readonly found: FindingMarks } | { readonly error: string };

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = async ({ data }: MessageEvent<MarksOrder>) => {
  try {
    const found = findingMarks(await decodeLabels(data.png), data.types);
    self.postMessage({ found } satisfies MarksReply, [found.labels.data.buffer]);
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies MarksReply);
  }
};

/** The class numbers as they were written: no profile may change them. */
async function decodeLabels(png: Blob): Promise<LabelMap> {
  const bitmap = await createImageBitmap(png, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas to decode the label map on');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data: rgba } = context.getImageData(0, 0, width, height);
  const data = new Uint8Array(width * height);
  for (let pixel = 0; pixel < data.length; pixel += 1) data[pixel] = rgba[pixel * 4] ?? 0;
  return { width, height, data };
}
