import type { ReportDocument } from '@second-read/core/report/document';
import { colours, page, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';

const quiet = { size: sizes.finding, colour: colours.quiet } as const;
/** In millimeters, with its heading and a name that takes two lines. */
export const signatureHeight = 2 * page.rowStep + 16;

/** Who signed; else lines to sign on by hand. */
export function drawSignature(flow: PageFlow, { verification, header }: ReportDocument): void {
  flow.reserve(signatureHeight);
  flow.heading('Signature');
  if (verification?.startsWith('VERIFIED')) {
    flow.lines(flow.pen.wrap(verification, flow.contentWidth, { size: sizes.body, colour: colours.text }));
    return;
  }
  const { pdf, tags } = flow;
  const width = (flow.contentWidth - 2 * page.imageGap) / 3;
  const y = flow.y + 5;
  flow.y = y + 3.5;
  ['Reviewed by', 'Signature', 'Date'].forEach((label, at) => {
    const left = page.margin + at * (width + page.imageGap);
    tags.artifact(() => {
      pdf.setDrawColor(...colours.quiet);
      pdf.setLineWidth(0.2);
      pdf.line(left, y, left + width, y);
    });
    flow.paragraph(label, left, quiet);
  });
  flow.y = y + 8;
  if (header.reportId) flow.paragraph(`Belongs to report ${header.reportId}.`, page.margin, quiet);
  flow.y += page.rowStep - 2;
}
