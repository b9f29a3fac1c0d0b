import type { ReportDocument, ReportHeader } from '@second-read/core/report/document';
import type { jsPDF } from 'jspdf';
import type { Structure, Tag } from '../tags/structure.ts';
import { lineHeight, type TextLine, type TextPen, type TextStyle } from '../text/text-pen.ts';
import { fill as setFill } from './fill.ts';
import { colours, page, sizes } from './layout.ts';

/** Where the next thing is drawn, page after page. */
export class PageFlow {
  readonly pdf: jsPDF;
  readonly pen: TextPen;
  readonly tags: Structure;
  /** Millimetres from the top of the current page. */
  y: number;
  /** Height of what follows the section that is drawn and must not stand alone on the next page. */
  tail = 0;
  /** How large images are and how far lines are apart: 1 as specified, less to save a page. */
  readonly ease: number;

  constructor(pdf: jsPDF, pen: TextPen, tags: Structure, ease = 1) {
    this.pdf = pdf;
    this.pen = pen;
    this.tags = tags;
    this.ease = ease;
    this.y = page.margin;
  }

  /** A distance of the specification, in millimeters, as it is on this paper; never more. */
  step(millimeters: number): number {
    return millimeters * Math.min(1, this.ease);
  }

  /** A style whose type shrinks half as much as the distances, so that it can be read. */
  type<Style extends TextStyle>(style: Style): Style {
    return { ...style, size: style.size * (0.5 + Math.min(1, this.ease) / 2) };
  }

  get width(): number {
    return this.pdf.internal.pageSize.getWidth();
  }

  get contentWidth(): number {
    return this.width - 2 * page.margin;
  }

  /** Lowest y that content may reach. */
  get bottom(): number {
    return this.pdf.internal.pageSize.getHeight() - page.footerHeight;
  }

  /** Begins a new page when `height` does not fit on this one. */
  reserve(height: number): void {
    if (this.y + height > this.bottom) this.turnPage();
  }

  turnPage(): void {
    this.pdf.addPage();
    this.y = page.margin;
  }

  heading(text: string): void {
    this.reserve(this.step(page.headingHeight) + 2 * this.step(page.rowStep));
    this.y += this.step(page.rowStep);
    const style = { size: sizes.heading, colour: colours.text, weight: 'bold' } as const;
    this.tags.tag('H2', () => this.pen.draw(text, page.margin, this.y, style));
    this.y += this.step(page.rowStep);
  }

  /** A paragraph of one line, at the current height. */
  paragraph(text: string, x: number, style: TextStyle, align: 'left' | 'right' | 'centre' = 'left'): void {
    this.tags.tag('P', () => this.pen.draw(text, x, this.y, style, align));
  }

  /**
   * A heading with the lines below it: whole, with what follows, where this page has the room for it; begun
   * here where much of the page would stay empty; else on the next.
   */
  section(heading: string, lines: readonly TextLine[], options: Ground = {}): void {
    const padding = options.fill ? 3 : 0;
    const height = 2 * this.step(page.rowStep) + heightOf(lines) + 2 * padding + this.tail;
    const room = this.bottom - this.y;
    if (height > room && room < page.worthBeginning) this.turnPage();
    this.heading(heading);
    this.y -= 2;
    this.lines(lines, options);
  }

  /**
   * Lines one under another, over as many pages as they need; each page's part may stand on a filled ground.
   */
  lines(lines: readonly TextLine[], options: Ground = {}): void {
    const padding = options.fill ? 3 : 0;
    const paragraphs = new Paragraphs(this);
    let rest = [...lines];
    while (rest.length > 0) {
      this.reserve(2 * padding + lineHeight(rest[0]?.style.size ?? sizes.finding));
      const part = this.#takeFitting(rest, this.bottom - this.y - 2 * padding);
      rest = rest.slice(part.length);
      this.#drawPart(part, { padding, paragraphs, ...options });
      if (rest.length > 0) this.turnPage();
    }
  }

  /** As many as there is room for; a few of the last lines stay together, with what follows them. */
  #takeFitting(lines: readonly TextLine[], room: number): readonly TextLine[] {
    if (heightOf(lines) + this.tail <= room) return lines;
    let height = 0;
    const fitting = lines.findIndex((line) => {
      height += lineHeight(line.style.size);
      return height > room;
    });
    const most = fitting === -1 ? lines.length : Math.max(1, fitting);
    const kept = lines.length - keptLines;
    return lines.slice(0, kept > 0 ? Math.min(most, kept) : most);
  }

  #drawPart(
    part: readonly TextLine[],
    { padding, paragraphs, fill }: Ground & { padding: number; paragraphs: Paragraphs },
  ): void {
    const height = heightOf(part) + 2 * padding;
    if (fill)
      this.tags.artifact(() => {
        setFill(this.pdf, fill);
        this.pdf.rect(page.margin, this.y, this.contentWidth, height, 'F');
      });
    this.y += padding;
    for (const line of part) {
      const step = lineHeight(line.style.size);
      const width = this.contentWidth - 2 * padding;
      paragraphs.draw(line, { x: page.margin + padding, y: this.y + step * 0.75, width });
      this.y += step;
    }
    this.y += padding;
  }
}

/** Fewest lines on the page where a section ends. */
const keptLines = 3;

interface Ground {
  readonly fill?: readonly [number, number, number];
}

function heightOf(lines: readonly TextLine[]): number {
  return lines.reduce((sum, line) => sum + lineHeight(line.style.size), 0);
}

/** Tags wrapped lines as the paragraphs that they are, also where one goes on overleaf. */
class Paragraphs {
  readonly #flow: PageFlow;
  #tag: Tag | null = null;

  constructor(flow: PageFlow) {
    this.#flow = flow;
  }

  draw(line: TextLine, { x, y, width }: { x: number; y: number; width: number }): void {
    const { tags, pen } = this.#flow;
    if (line.starts || this.#tag === null) this.#tag = tags.open('P');
    tags.within(this.#tag, () => pen.drawLine(line, x, y, width));
  }
}

/**
 * Notice, disclaimer and page number at the foot of every page, once all pages exist. Read aloud once, at the
 * end: the other feet repeat it.
 */
export function drawFooters(flow: PageFlow, document: ReportDocument): void {
  const { pdf, tags } = flow;
  const pages = pdf.getNumberOfPages();
  for (let number = 1; number <= pages; number += 1) {
    pdf.setPage(number);
    tags.artifact(() => drawPageNumber(flow, document.header, { number, pages }), 'footer');
    if (number === pages) drawNotices(flow, document);
    else tags.artifact(() => drawNotices(flow, document), 'footer');
  }
}

const small = { size: sizes.footer, colour: colours.quiet } as const;

function drawNotices(flow: PageFlow, { disclaimer, standing, notice }: ReportDocument): void {
  const height = flow.pdf.internal.pageSize.getHeight();
  flow.y = height - 13.5;
  flow.paragraph(disclaimer, flow.width / 2, small, 'centre');
  if (standing !== undefined) {
    flow.y = height - 10.8;
    const [line] = flow.pen.wrap(standing, flow.contentWidth, small);
    if (line) flow.paragraph(line.text, flow.width / 2, small, 'centre');
  }
  flow.y = height - 7.8;
  flow.paragraph(notice, flow.width / 2, { ...small, weight: 'bold' }, 'centre');
}

function drawPageNumber(
  { pdf, pen, width }: PageFlow,
  header: ReportHeader,
  { number, pages }: { number: number; pages: number },
): void {
  const height = pdf.internal.pageSize.getHeight();
  pdf.setDrawColor(...colours.line);
  pdf.setLineWidth(0.2);
  pdf.line(page.margin, height - 17, width - page.margin, height - 17);
  // A sheet that is laid apart still says whose it is.
  const [line] = pen.wrap(`Patient ID: ${shortened(pen, header.patientId?.trim() || 'N/A')}`, 60, small);
  if (number > 1 && line) pen.drawLine(line, page.margin, height - 7.8);
  pen.draw(`Page ${number} of ${pages}`, width - page.margin, height - 7.8, small, 'right');
}

/** As much of an identifier as has room at the foot of a page; "…" where there is more. */
function shortened(pen: PageFlow['pen'], id: string): string {
  const signs = [...id];
  const fits = (count: number) => pen.measure(`${signs.slice(0, count).join('')}…`, small) <= 34;
  if (pen.measure(id, small) <= 34) return id;
  let count = Math.min(signs.length, 60);
  while (count > 1 && !fits(count)) count -= 1;
  return `${signs.slice(0, count).join('')}…`;
}
