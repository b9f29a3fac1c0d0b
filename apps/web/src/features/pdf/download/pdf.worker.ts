import { makePdf, type PdfOrder } from '@second-read/contract/paper/make-pdf';
import { loadPicture } from '../pictures/load-picture.ts';
import { browserPainter } from '../text/browser-painter.ts';
import { loadFont } from '../text/load-font.ts';

export type PdfReply = { readonly pdf: ArrayBuffer } | { readonly error: string };

declare const self: DedicatedWorkerGlobalScope;

/** Pictures by their absolute addresses. */
self.onmessage = async ({ data }: MessageEvent<PdfOrder<string>>) => {
  try {
    const pdf = await makePdf(data, { font: loadFont, picture: loadPicture, painter: browserPainter() });
    self.postMessage({ pdf } satisfies PdfReply, [pdf]);
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies PdfReply);
  }
};
