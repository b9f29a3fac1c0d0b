import type { ReportDocument } from '@second-read/core/report/document';
import { examWords } from '@second-read/core/report/exam-time';
import { jsPDF } from 'jspdf';
import { drawAssessment, drawDiagnosis } from './draw-assessment.ts';
import { drawFindings } from './draw-findings.ts';
import { drawImages, type PdfPictures } from './draw-images.ts';
import { drawTable } from './draw-table.ts';
import { fill } from './fill.ts';
import { colours, page, sizes } from './layout.ts';
import { drawFooters, PageFlow } from './page-flow.ts';
import { TextPen, type TextStyle } from './text-pen.ts';

export interface PdfSource {
  readonly document: ReportDocument;
  /** By role; a missing one prints as failed. */
  readonly pictures: PdfPictures;
  /** TrueType files by font name (see `neededFonts`). */
  readonly fonts: ReadonlyMap<string, ArrayBuffer>;
}

/** Draws a report on A4 pages. Pure but for the `jsPDF` it makes: no network, no DOM. */
export function drawReport({ document, pictures, fonts }: PdfSource): jsPDF {
  const pdf = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true });
  addFonts(pdf, fonts);
  pdf.setProperties({ title: document.title, subject: document.notice, creator: 'Second Read' });
  pdf.setLanguage('en');
  const flow = new PageFlow(pdf, new TextPen(pdf, new Set(fonts.keys())));
  drawHeader(flow, document);
  drawImages(flow, document, pictures);
  // A report of findings or of an exam opens with its conclusion; that of a brain slice, a table, ends with
  // its diagnosis as specified.
  const isLast = document.table !== undefined && document.kind !== 'exam';
  if (document.diagnosis && !isLast) drawDiagnosis(flow, document.diagnosis);
  drawFindings(flow, document.findings);
  if (document.table) drawTable(flow, document.table);
  if (document.diagnosis && isLast) drawDiagnosis(flow, document.diagnosis);
  if (document.assessment) drawAssessment(flow, document.assessment);
  drawFooters(flow, document);
  return pdf;
}

function addFonts(pdf: jsPDF, fonts: ReadonlyMap<string, ArrayBuffer>): void {
  for (const [name, data] of fonts) {
    pdf.addFileToVFS(`${name}.ttf`, binaryString(new Uint8Array(data)));
    pdf.addFont(`${name}.ttf`, name, 'normal', undefined, 'Identity-H');
  }
}

/** jsPDF takes a font as a string of one character per byte. */
function binaryString(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}

/** Of a report that nobody has signed. */
const unverified = 'PRELIMINARY - NOT VERIFIED';

function drawHeader(flow: PageFlow, { title, header, verification = unverified }: ReportDocument): void {
  const { pdf, pen } = flow;
  fill(pdf, colours.band);
  pdf.rect(0, 0, flow.width, page.bandHeight, 'F');
  pen.draw(title, page.margin, 12.5, { size: sizes.title, colour: colours.white, weight: 'bold' });
  const patient: TextStyle = { size: sizes.patient, colour: colours.text };
  const quiet: TextStyle = { size: sizes.finding, colour: colours.quiet };
  flow.y = page.bandHeight + 8;
  const room = flow.contentWidth * 0.6;
  for (const line of pen.wrap(`Patient ID: ${header.patientId?.trim() || 'N/A'}`, room, patient)) {
    pen.drawLine(line, page.margin, flow.y);
    flow.y += page.rowStep;
  }
  pen.draw(`Analyzed by: ${header.analysedBy?.trim() || 'N/A'}`, page.margin, flow.y, quiet);
  const right = flow.width - page.margin;
  pen.draw(`Date: ${dateOf(header.createdAt)}`, right, page.bandHeight + 8, quiet, 'right');
  pen.draw(`Report ID: ${header.reportId ?? 'N/A'}`, right, page.bandHeight + 14, quiet, 'right');
  flow.y += page.rowStep;
  if (header.part) pen.draw(header.part, page.margin, flow.y, quiet);
  const exam = header.exam ? examWords(header.exam) : 'not in the file';
  pen.draw(`Exam date: ${exam}`, right, flow.y, quiet, 'right');
  flow.y += page.rowStep;
  for (const line of pen.wrap(verification, flow.contentWidth, { ...patient, weight: 'bold' })) {
    pen.drawLine(line, page.margin, flow.y);
    flow.y += page.rowStep;
  }
}

/** Date and time to the minute in UTC, which needs no knowledge of where the paper is read. */
function dateOf(createdAt: string | null): string {
  const time = createdAt === null ? Number.NaN : Date.parse(createdAt);
  if (Number.isNaN(time)) return 'N/A';
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
