import type { ReportDocument } from '@second-read/core/report/document';
import { lineHeight } from '../text/text-pen.ts';
import { colours, page, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';

const quiet = { size: sizes.finding, colour: colours.quiet } as const;
/** In millimeters: a heading, with lines or a name of two lines beside it. */
export const signatureHeight = 16;
/** Kept for the heading, left of what signs. */
const headingWidth = 28;

/** Who signed; else lines to sign on by hand. */
export function drawSignature(
  flow: PageFlow,
  { verification, isSigned, replacedBy, header }: ReportDocument,
): void {
  flow.reserve(signatureHeight);
  flow.y += flow.step(page.rowStep + 4);
  const style = { size: sizes.heading, colour: colours.text, weight: 'bold' } as const;
  flow.tags.tag('H2', () => flow.pen.draw('Signature', page.margin, flow.y, style));
  if (verification && (isSigned || replacedBy !== undefined)) drawName(flow, verification);
  else drawLines(flow);
  // A sheet that is laid apart says whose it is.
  if (flow.pdf.getNumberOfPages() > 1 && header.reportId) {
    flow.y += 5;
    flow.paragraph(`Belongs to report ${header.reportId}.`, page.margin, quiet);
  }
  flow.y += flow.step(page.rowStep);
}

function drawName(flow: PageFlow, verification: string): void {
  const { pen, tags } = flow;
  const style = { size: sizes.body, colour: colours.text };
  const width = flow.contentWidth - headingWidth;
  const lines = pen.wrap(verification, width, style);
  tags.tag('P', () => {
    for (const [at, line] of lines.entries()) {
      if (at > 0) flow.y += lineHeight(sizes.body);
      pen.drawLine(line, page.margin + headingWidth, flow.y, width);
    }
  });
}

function drawLines(flow: PageFlow): void {
  const { pdf, tags, y } = flow;
  const width = (flow.contentWidth - headingWidth - 2 * page.imageGap) / 3;
  flow.y = y + 3.5;
  ['Reviewed by', 'Signature', 'Date'].forEach((label, at) => {
    const left = page.margin + headingWidth + at * (width + page.imageGap);
    tags.artifact(() => {
      pdf.setDrawColor(...colours.quiet);
      pdf.setLineWidth(0.2);
      pdf.line(left, y, left + width, y);
    });
    flow.paragraph(label, left, quiet);
  });
}
