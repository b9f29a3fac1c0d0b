import type { ReportDocument } from '@second-read/core/report/document';
import { examWords } from '@second-read/core/report/exam-time';
import { jsPDF } from 'jspdf';
import { drawAssessment, drawDiagnosis } from './draw-assessment.ts';
import { drawFindings } from './draw-findings.ts';
import { drawImages, type PdfPictures } from './draw-images.ts';
import { drawLetterhead, type Letterhead } from './draw-letterhead.ts';
import { drawPlainWords } from './draw-plain-words.ts';
import { drawSignature } from './draw-signature.ts';
import { drawTable } from './draw-table.ts';
import { fill } from './fill.ts';
import { colours, page, sizes } from './layout.ts';
import { drawFooters, PageFlow } from './page-flow.ts';
import type { PrintOptions } from './print-options.ts';
import { TextPen, type TextStyle } from './text-pen.ts';

export interface PdfSource {
  readonly document: ReportDocument;
  /** By role; a missing one prints as failed. */
  readonly pictures: PdfPictures;
  /** TrueType files by font name (see `neededFonts`). */
  readonly fonts: ReadonlyMap<string, ArrayBuffer>;
  /** A4 where none is named. */
  readonly paper?: PrintOptions['paper'];
  readonly letterhead?: Letterhead;
  /** Sentences for the patient, after the report; none: no such section. */
  readonly plainWords?: readonly string[];
}

/** Draws a report on A4 or Letter pages. Pure but for the `jsPDF` it makes: no network, no DOM. */
export function drawReport(source: PdfSource): jsPDF {
  const { document, pictures, fonts, paper = 'a4', letterhead, plainWords = [] } = source;
  const pdf = new jsPDF({ unit: 'mm', format: paper, compress: true, putOnlyUsedFonts: true });
  addFonts(pdf, fonts);
  pdf.setProperties({ title: document.title, subject: document.notice, creator: 'Second Read' });
  pdf.setLanguage('en');
  pdf.viewerPreferences({ DisplayDocTitle: true });
  const flow = new PageFlow(pdf, new TextPen(pdf, new Set(fonts.keys())));
  flow.y = page.bandHeight;
  drawTitle(flow, document.title);
  if (letterhead) drawLetterhead(flow, letterhead);
  drawHeader(flow, document);
  drawImages(flow, document, pictures);
  if (document.diagnosis) drawDiagnosis(flow, document.diagnosis);
  drawFindings(flow, document.findings);
  if (document.table) drawTable(flow, document.table);
  if (document.assessment) drawAssessment(flow, document.assessment);
  drawSignature(flow, document);
  if (plainWords.length > 0) drawPlainWords(flow, plainWords);
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

function drawTitle({ pdf, pen, width }: PageFlow, title: string): void {
  fill(pdf, colours.band);
  pdf.rect(0, 0, width, page.bandHeight, 'F');
  pen.draw(title, page.margin, 12.5, { size: sizes.title, colour: colours.white, weight: 'bold' });
}

/** The patient at the left; when and by what it was read at the right. */
function drawHeader(flow: PageFlow, { header, verification = unverified }: ReportDocument): void {
  const { pen } = flow;
  const patient: TextStyle = { size: sizes.patient, colour: colours.text };
  const quiet: TextStyle = { size: sizes.finding, colour: colours.quiet };
  flow.y += 8;
  const top = flow.y;
  const room = flow.contentWidth * 0.6;
  for (const line of pen.wrap(`Patient ID: ${header.patientId?.trim() || 'N/A'}`, room, patient)) {
    pen.drawLine(line, page.margin, flow.y);
    flow.y += page.rowStep;
  }
  pen.draw(`Analyzed by: ${header.analysedBy?.trim() || 'N/A'}`, page.margin, flow.y, quiet);
  const right = flow.width - page.margin;
  pen.draw(`Date: ${dateOf(header.createdAt)}`, right, top, quiet, 'right');
  pen.draw(`Report ID: ${header.reportId ?? 'N/A'}`, right, top + page.rowStep, quiet, 'right');
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
