import { moduleOf } from '@second-read/analyses/catalogue';
import type { Letterhead } from '@second-read/contract/letterhead';
import type { PdfOrder } from '@second-read/contract/paper/make-pdf';
import type { ReportDocument } from '@second-read/core/report/document';
import { plainSummary } from '@second-read/core/report/plain-words';
import { saveFile } from '../../../ui/save-file.ts';
import { pdfFileName } from './file-name.ts';
import type { PdfReply } from './pdf.worker.ts';
import { printOptions } from './print-options.ts';

/** The pictures of a report by role, as addresses that load without credentials. */
export type PdfImageUrls = Readonly<Record<string, string | undefined>>;

/** The organization's, in place before a PDF is drawn: drawing asks the server for nothing. */
export type PdfLetterhead = Letterhead | null | undefined;

/**
 * Draws the report in a worker and offers it as a download.
 * @throws what went wrong; a picture that cannot be loaded is no error.
 */
export async function downloadReport(
  document: ReportDocument,
  images: PdfImageUrls,
  letterhead?: PdfLetterhead,
): Promise<void> {
  try {
    const pdf = await reportPdf(document, images, letterhead);
    saveFile(pdf, pdfFileName(document.fileName, document.header.patientId, new Date()));
  } catch (cause) {
    // Screens show the specification's words; the cause is for whoever looks into it.
    console.error('The PDF could not be created', cause);
    throw cause;
  }
}

/** Draws the report in a worker, on the paper that this browser prints on. */
async function reportPdf(
  document: ReportDocument,
  images: PdfImageUrls,
  letterhead?: PdfLetterhead,
): Promise<Blob> {
  const { paper, plainWords } = printOptions();
  const pdf = await drawInWorker({
    document,
    images: absolute(images),
    paper,
    plainWords: plainWords ? summaryOf(document) : [],
    ...(letterhead && { letterhead }),
  });
  return new Blob([pdf], { type: 'application/pdf' });
}

/** Sentences for the patient; none of a module that has no words for it. */
function summaryOf(document: ReportDocument): string[] {
  const words = moduleOf(document.module).report.plainWords;
  const { assessment, diagnosis } = document;
  const isUrgent = assessment?.category?.severity === 'urgent' || /urgent/i.test(diagnosis?.text ?? '');
  return words ? plainSummary(document, words, isUrgent) : [];
}

function drawInWorker(order: PdfOrder<string>): Promise<ArrayBuffer> {
  const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ArrayBuffer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<PdfReply>) => {
      if ('pdf' in data) resolve(data.pdf);
      else reject(new Error(data.error));
    };
    worker.onerror = (event) => reject(new Error(event.message || 'The PDF worker could not be started'));
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}

/** A worker from a build folder resolves relative addresses against its own; the page's are meant. */
function absolute(images: PdfImageUrls): PdfImageUrls {
  const entries = Object.entries(images).map(([role, url]) => [
    role,
    url && new URL(url, location.href).href,
  ]);
  return Object.fromEntries(entries);
}
