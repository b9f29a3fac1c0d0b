import type { ReportDocument } from '@second-read/core/report/document';
import type { jsPDF } from 'jspdf';
import { fill as setFill } from './fill.ts';
import { colours, page, sizes } from './layout.ts';
import { lineHeight, type TextLine, type TextPen } from './text-pen.ts';

/** Where the next thing is drawn, page after page. */
export class PageFlow {
  readonly pdf: jsPDF;
  readonly pen: TextPen;
  /** Millimetres from the top of the current page. */
  y: number;

  constructor(pdf: jsPDF, pen: TextPen) {
    this.pdf = pdf;
    this.pen = pen;
    this.y = page.margin;
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
    if (this.y + height <= this.bottom) return;
    this.pdf.addPage();
    this.y = page.margin;
  }

  heading(text: string): void {
    this.reserve(page.headingHeight + 2 * page.rowStep);
    this.y += page.rowStep;
    this.pen.draw(text, page.margin, this.y, { size: sizes.heading, colour: colours.text, weight: 'bold' });
    this.y += page.rowStep;
  }

  /**
   * Lines one under another, over as many pages as they need; each page's part may stand on a filled ground.
   */
  lines(lines: readonly TextLine[], options: { fill?: readonly [number, number, number] } = {}): void {
    const padding = options.fill ? 3 : 0;
    let rest = [...lines];
    while (rest.length > 0) {
      this.reserve(2 * padding + lineHeight(rest[0]?.style.size ?? sizes.finding));
      const part = this.#takeFitting(rest, this.bottom - this.y - 2 * padding);
      rest = rest.slice(part.length);
      this.#drawPart(part, padding, options.fill);
    }
  }

  #takeFitting(lines: readonly TextLine[], room: number): TextLine[] {
    let height = 0;
    const part = lines.filter((line) => {
      height += lineHeight(line.style.size);
      return height <= room;
    });
    return part.length > 0 ? part : lines.slice(0, 1);
  }

  #drawPart(part: readonly TextLine[], padding: number, fill?: readonly [number, number, number]): void {
    const height = part.reduce((sum, line) => sum + lineHeight(line.style.size), 0);
    if (fill) {
      setFill(this.pdf, fill);
      this.pdf.rect(page.margin, this.y, this.contentWidth, height + 2 * padding, 'F');
    }
    this.y += padding;
    for (const line of part) {
      const step = lineHeight(line.style.size);
      this.pen.drawLine(line, page.margin + padding, this.y + step * 0.75, this.contentWidth - 2 * padding);
      this.y += step;
    }
    this.y += padding;
  }
}

/** Notice, disclaimer and page number at the foot of every page, once all pages exist. */
export function drawFooters(flow: PageFlow, { header, disclaimer, notice }: ReportDocument): void {
  const whose = `Patient ID: ${header.patientId?.trim() || 'N/A'}`;
  const { pdf, pen } = flow;
  const pages = pdf.getNumberOfPages();
  const height = pdf.internal.pageSize.getHeight();
  const style = { size: sizes.footer, colour: colours.quiet };
  for (let number = 1; number <= pages; number += 1) {
    pdf.setPage(number);
    pdf.setDrawColor(...colours.line);
    pdf.setLineWidth(0.2);
    pdf.line(page.margin, height - 17, flow.width - page.margin, height - 17);
    pen.draw(disclaimer, flow.width / 2, height - 12.5, style, 'centre');
    pen.draw(notice, flow.width / 2, height - 8.5, { ...style, weight: 'bold' }, 'centre');
    // A sheet that is laid apart still says whose it is.
    const [line] = pen.wrap(whose, 50, style);
    if (number > 1 && line) pen.drawLine(line, page.margin, height - 8.5);
    pen.draw(`Page ${number} of ${pages}`, flow.width - page.margin, height - 8.5, style, 'right');
  }
}
