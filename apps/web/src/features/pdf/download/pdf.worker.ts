import type { Letterhead } from '@second-read/contract/letterhead';
import type { ReportDocument } from '@second-read/core/report/document';
import { drawReport } from '../draw/draw-report.ts';
import { loadPicture } from '../pictures/load-picture.ts';
import { shapeArabic } from '../text/arabic.ts';
import { documentTexts } from '../text/document-texts.ts';
import { loadFonts } from '../text/font-urls.ts';
import { neededFonts } from '../text/fonts.ts';
import type { PrintOptions } from './print-options.ts';

export interface PdfOrder {
  readonly document: ReportDocument;
  /** Addresses of the pictures by role, absolute. */
  readonly images: Readonly<Record<string, string | undefined>>;
  readonly paper: PrintOptions['paper'];
  /** Sentences for the patient; none: no such section. */
  readonly plainWords: readonly string[];
  readonly letterhead?: Letterhead;
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

async function makePdf({ document, images, paper, plainWords, letterhead }: PdfOrder): Promise<ArrayBuffer> {
  const wanted = document.images.flatMap(({ role }) => (images[role] ? [[role, images[role]] as const] : []));
  const [fonts, ...pictures] = await Promise.all([
    loadFonts(neededFonts([...documentTexts(document), ...headTexts(letterhead)])),
    ...wanted.map(async ([role, url]) => [role, await loadPicture(url)] as const),
  ]);
  const head = letterhead && {
    name: letterhead.name,
    address: letterhead.address,
    ...(letterhead.logo !== null && { logo: await loadPicture(letterhead.logo) }),
  };
  return drawReport({
    ...{ document, pictures: Object.fromEntries(pictures), fonts, paper, plainWords },
    ...(head && { letterhead: head }),
  }).output('arraybuffer');
}

function headTexts(letterhead: Letterhead | undefined): string[] {
  if (letterhead === undefined) return [];
  return [letterhead.name, ...letterhead.address].map((text) => shapeArabic(text.normalize('NFC')));
}
