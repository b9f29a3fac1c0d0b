import type { ReportDocument } from '@second-read/core/report/document';
import { documentTexts } from './document-texts.ts';
import { drawReport } from './draw-report.ts';
import { loadFonts } from './font-urls.ts';
import { neededFonts } from './fonts.ts';
import { loadPicture } from './load-picture.ts';

export interface PdfOrder {
  readonly document: ReportDocument;
  /** Addresses of the pictures by role, absolute. */
  readonly images: Readonly<Record<string, string | undefined>>;
}

export type PdfReply = { readonly pdf: ArrayBuffer } | { readonly error: string };

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = async ({ data }: MessageEvent<PdfOrder>) => {
  try {
    const pdf = await makePdf(data);
    self.postMessage({ pdf } satisfies PdfReply, [pdf]);
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies PdfReply);
  }
};

async function makePdf({ document, images }: PdfOrder): Promise<ArrayBuffer> {
  const wanted = document.images.flatMap(({ role }) => (images[role] ? [[role, images[role]] as const] : []));
  const [fonts, ...pictures] = await Promise.all([
    loadFonts(neededFonts(documentTexts(document))),
    ...wanted.map(async ([role, url]) => [role, await loadPicture(url)] as const),
  ]);
  return drawReport({ document, pictures: Object.fromEntries(pictures), fonts }).output('arraybuffer');
}
