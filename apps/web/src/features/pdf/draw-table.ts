import type { ReportDocument } from '@second-read/core/report/document';
import { autoTable } from 'jspdf-autotable';
import { latinBoldFont, latinFont } from './fonts.ts';
import { colours, page, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';

/** Finding and Observation in two columns. An empty observation reads "Not specified", never as normal. */
export function drawTable(flow: PageFlow, table: NonNullable<ReportDocument['table']>): void {
  flow.reserve(30);
  autoTable(flow.pdf, {
    startY: flow.y + 2,
    margin: { left: page.margin, right: page.margin, top: page.margin, bottom: page.footerHeight },
    head: [[...table.head]],
    body: table.rows.map(([finding, observation]) => [finding, observation.trim() || 'Not specified']),
    theme: 'grid',
    styles: {
      font: latinFont,
      fontStyle: 'normal',
      fontSize: sizes.body,
      textColor: [...colours.text],
      lineColor: [...colours.line],
      lineWidth: 0.2,
      cellPadding: 2,
    },
    headStyles: { font: latinBoldFont, fontStyle: 'normal', fillColor: [...colours.band], textColor: 255 },
    columnStyles: { 0: { font: latinBoldFont, cellWidth: flow.contentWidth * 0.35 } },
    didDrawPage: ({ cursor }) => {
      if (cursor) flow.y = cursor.y + page.framePadding;
    },
  });
}
