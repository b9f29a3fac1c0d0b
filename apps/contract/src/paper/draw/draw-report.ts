import type { ReportDocument } from '@second-read/core/report/document';
import { examWords } from '@second-read/core/report/exam-time';
import { jsPDF } from 'jspdf';
import { describe } from '../tags/metadata.ts';
import { Structure } from '../tags/structure.ts';
import { writeStructure } from '../tags/write-structure.ts';
import type { TextPainter } from '../text/text-painter.ts';
import { TextPen, type TextStyle } from '../text/text-pen.ts';
import { drawAssessment, drawDiagnosis } from './draw-assessment.ts';
import { drawFindings } from './draw-findings.ts';
import { drawImages, type PdfPictures } from './draw-images.ts';
import { drawLetterhead, type Letterhead } from './draw-letterhead.ts';
import { drawPlainWords } from './draw-plain-words.ts';
import { drawSignature, signatureHeight } from './draw-signature.ts';
import { drawTable } from './draw-table.ts';
import { fill as setFill } from './fill.ts';
import { colours, page, sizes } from './layout.ts';
import { drawFooters, PageFlow } from './page-flow.ts';

export type Paper = 'a4' | 'letter';

export interface PdfSource {
  readonly document: ReportDocument;
  /** By role; a missing one prints as failed. */
  readonly pictures: PdfPictures;
  /** TrueType files by font name (see `neededFonts`). */
  readonly fonts: ReadonlyMap<string, ArrayBuffer>;
  /** Draws what these fonts cannot; without it code points are printed. */
  readonly painter?: TextPainter | null;
  /** A4 where none is named. */
  readonly paper?: Paper;
  /** When it was made, and its identifier: 32 hexadecimal digits. Now and random where they are not given. */
  readonly made?: { readonly at: Date; readonly id: string } | undefined;
  readonly letterhead?: Letterhead;
  /** Sentences for the patient, after the report; none: no such section. */
  readonly plainWords?: readonly string[];
}

/**
 * Tried in turn: as specified, closer to save a page that would be nearly empty, and wider images to fill
 * one that stays.
 */
const eases = [1, 0.9, 0.8, 0.7, 0.6, 1.4, 1.8];
/** Of the last page, at least. */
const filled = 0.5;

/**
 * Draws a report on A4 or Letter pages: one page of a single image, two of an exam, none of them half empty,
 * where its words allow that. Pure but for the `jsPDF` it makes: no network, no DOM.
 */
export function drawReport(source: PdfSource): jsPDF {
  const most = source.document.kind === 'exam' ? 2 : 1;
  for (const ease of eases) {
    const { pdf, pages, fill } = drawAt(source, ease);
    if (pages <= most && (pages === 1 || fill >= filled)) return pdf;
  }
  return drawAt(source, 1).pdf;
}

function drawAt(source: PdfSource, ease: number) {
  const { document, pictures, fonts, painter, paper = 'a4', letterhead, plainWords = [], made } = source;
  const pdf = new jsPDF({ unit: 'mm', format: paper, compress: true, putOnlyUsedFonts: true });
  if (made) pdf.setCreationDate(made.at).setFileId(made.id);
  addFonts(pdf, fonts);
  describe(pdf, { title: document.title, subject: document.notice });
  const structure = new Structure(pdf);
  const pen = new TextPen(pdf, new Set(fonts.keys()), structure, painter);
  const flow = new PageFlow(pdf, pen, structure, ease);
  flow.y = page.bandHeight;
  drawTitle(flow, document.title);
  if (letterhead) drawLetterhead(flow, letterhead);
  drawHeader(flow, document);
  drawBody(flow, document, pictures);
  drawSignature(flow, document);
  const [pages, fill] = [pdf.getNumberOfPages(), flow.y / flow.bottom];
  if (plainWords.length > 0) drawPlainWords(flow, plainWords);
  drawFooters(flow, document);
  writeStructure(pdf, structure);
  return { pdf, pages, fill };
}

/**
 * Conclusion first, with the images that show it. The last of them keeps the signature company: it never
 * is on a page alone.
 */
function drawBody(flow: PageFlow, document: ReportDocument, pictures: PdfPictures): void {
  const { diagnosis, findings, table, measured = [], assessment } = document;
  const sections = [
    ...(diagnosis ? [() => drawDiagnosis(flow, diagnosis)] : []),
    () => drawImages(flow, document, pictures),
    ...(findings.length > 0 ? [() => drawFindings(flow, findings)] : []),
    ...(table ? [() => drawTable(flow, table)] : []),
    ...(measured.length > 0 ? [() => drawTable(flow, { head: measuredHead, rows: measured })] : []),
    ...(assessment ? [() => drawAssessment(flow, assessment)] : []),
  ];
  sections.forEach((draw, at) => {
    flow.tail = at === sections.length - 1 ? signatureHeight : 0;
    draw();
  });
  flow.tail = 0;
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

const measuredHead = ['Measurements of the reader', 'Value'] as const;

/** Of an unsigned report. */
const unverified = 'PRELIMINARY - NOT VERIFIED';

function drawTitle({ pdf, pen, width, tags }: PageFlow, title: string): void {
  tags.artifact(() => {
    setFill(pdf, colours.band);
    pdf.rect(0, 0, width, page.bandHeight, 'F');
  });
  const style = { size: sizes.title, colour: colours.white, weight: 'bold' } as const;
  tags.tag('H1', () => pen.draw(title, page.margin, 12.5, style));
}

const patient: TextStyle = { size: sizes.patient, colour: colours.text };
const quiet: TextStyle = { size: sizes.finding, colour: colours.quiet };

/** The patient at the left; when and by what it was read at the right. */
function drawHeader(flow: PageFlow, { header, verification = unverified }: ReportDocument): void {
  const { pen, tags } = flow;
  const right = flow.width - page.margin;
  flow.y += 8;
  const top = flow.y;
  const block = (text: string, width: number, style: TextStyle) =>
    tags.tag('P', () => {
      for (const line of pen.wrap(text, width, style)) {
        pen.drawLine(line, page.margin, flow.y);
        flow.y += flow.step(page.rowStep);
      }
    });
  const report = header.reportId === null ? '' : `Report ID: ${header.reportId}`;
  const room = flow.contentWidth - pen.measure(report, quiet) - 6;
  block(`Patient ID: ${header.patientId?.trim() || 'N/A'}`, room, patient);
  flow.paragraph(`Analyzed by: ${header.analysedBy?.trim() || 'N/A'}`, page.margin, quiet);
  for (const [label, value] of header.details ?? []) block(`${label}: ${value}`, room, quiet);
  const low = flow.y;
  flow.y = top;
  flow.paragraph(`Date: ${dateOf(header.createdAt)}`, right, quiet, 'right');
  flow.y = top + flow.step(page.rowStep);
  if (report !== '') flow.paragraph(report, right, quiet, 'right');
  flow.y = low + flow.step(page.rowStep);
  if (header.part) flow.paragraph(header.part, page.margin, quiet);
  const exam = header.exam ? examWords(header.exam) : 'not in the file';
  flow.paragraph(`Exam date: ${exam}`, right, quiet, 'right');
  flow.y += flow.step(page.rowStep);
  block(verification, flow.contentWidth, { ...patient, weight: 'bold' });
}

/** Date and time to the minute in UTC, which needs no knowledge of where the paper is read. */
function dateOf(createdAt: string | null): string {
  const time = createdAt === null ? Number.NaN : Date.parse(createdAt);
  if (Number.isNaN(time)) return 'N/A';
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
