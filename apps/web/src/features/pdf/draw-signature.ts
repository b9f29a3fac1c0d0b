import type { ReportDocument } from '@second-read/core/report/document';
import { colours, page, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';

const quiet = { size: sizes.finding, colour: colours.quiet } as const;
const blockHeight = 26;

/** Who signed; else lines to sign on by hand. */
export function drawSignature(flow: PageFlow, { verification, header }: ReportDocument): void {
  flow.reserve(blockHeight);
  flow.heading('Signature');
  if (verification?.startsWith('VERIFIED')) {
    flow.lines(flow.pen.wrap(verification, flow.contentWidth, { size: sizes.body, colour: colours.text }));
    return;
  }
  const { pdf, pen } = flow;
  const width = (flow.contentWidth - 2 * page.imageGap) / 3;
  const y = flow.y + 5;
  pdf.setDrawColor(...colours.quiet);
  pdf.setLineWidth(0.2);
  ['Reviewed by', 'Signature', 'Date'].forEach((label, at) => {
    const left = page.margin + at * (width + page.imageGap);
    pdf.line(left, y, left + width, y);
    pen.draw(label, left, y + 3.5, quiet);
  });
  flow.y = y + 6;
  if (header.reportId) pen.draw(`Belongs to report ${header.reportId}.`, page.margin, flow.y + 2, quiet);
  flow.y += page.rowStep;
}
