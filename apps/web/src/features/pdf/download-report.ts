import type { ReportDocument } from '@second-read/core/report/document';
import { saveFile } from '../../ui/save-file.ts';
import { pdfFileName } from './file-name.ts';
import type { PdfOrder, PdfReply } from './pdf.worker.ts';

/** The pictures of a report by role, as addresses that load without credentials. */
export type PdfImageUrls = Readonly<Record<string, string | undefined>>;

/**
 * Draws the report in a worker and offers it as a download.
 * @throws what went wrong; a picture that cannot be loaded is no error.
 */
export async function downloadReport(document: ReportDocument, images: PdfImageUrls): Promise<void> {
  try {
    const pdf = await reportPdf(document, images);
    saveFile(pdf, pdfFileName(document.fileName, document.header.patientId, new Date()));
  } catch (cause) {
    // Screens show the specification's words; the cause is for whoever looks into it.
    console.error('The PDF could not be created', cause);
    throw cause;
  }
}

/** Draws the report in a worker. */
export async function reportPdf(document: ReportDocument, images: PdfImageUrls): Promise<Blob> {
  const pdf = await drawInWorker({ document, images: absolute(images) });
  return new Blob([pdf], { type: 'application/pdf' });
}

function drawInWorker(order: PdfOrder): Promise<ArrayBuffer> {
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
