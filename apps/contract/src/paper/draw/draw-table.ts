import type { ReportDocument } from '@second-read/core/report/document';
import { tagHeadRow, tagRow } from '../tags/tag-row.ts';
import { lineHeight, type TextLine, type TextStyle } from '../text/text-pen.ts';
import { fill } from './fill.ts';
import { colours, page, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';

type Table = NonNullable<ReportDocument['table']>;
type Cells = readonly [TextLine[], TextLine[]];

const head: TextStyle = { size: sizes.body, colour: colours.white, weight: 'bold' };
const label: TextStyle = { size: sizes.body, colour: colours.text, weight: 'bold' };
const words: TextStyle = { size: sizes.body, colour: colours.text };
/** In millimeters. */
const paddingOf = (flow: PageFlow) => flow.step(1.5);
const stepOf = (flow: PageFlow) => lineHeight(flow.type(words).size);
/** The first column, as a part of the width. */
const firstColumn = 0.35;

/** Finding and Observation in two columns. An empty observation reads "Not specified", never as normal. */
export function drawTable(flow: PageFlow, table: Table): void {
  const heading = wrapCells(flow, table.head, [head, head]);
  const rows = table.rows.map(([finding, observation]) =>
    wrapCells(flow, [finding, observation.trim() || 'Not specified'], [label, words]),
  );
  flow.y += 2;
  flow.reserve(heightOf(flow, heading) + heightOf(flow, rows[0] ?? heading));
  flow.tags.tag('Table', () => {
    drawHead(flow, heading);
    rows.forEach((row, at) => {
      const isNextToLast = at === rows.length - 2;
      const kept = isNextToLast ? heightOf(flow, rows[at + 1] ?? row) + flow.tail : 0;
      if (flow.y + heightOf(flow, row) + kept > flow.bottom) {
        flow.turnPage();
        // The rows go on overleaf: who listens has heard what the columns are.
        flow.tags.artifact(() => drawHead(flow, heading));
      }
      drawRow(flow, row);
    });
  });
  flow.y += page.framePadding;
}

function wrapCells(
  flow: PageFlow,
  [first, second]: readonly [string, string],
  styles: readonly [TextStyle, TextStyle],
): Cells {
  const width = flow.contentWidth;
  const room = (part: number) => width * part - 2 * paddingOf(flow);
  return [
    flow.pen.wrap(first, room(firstColumn), flow.type(styles[0])),
    flow.pen.wrap(second, room(1 - firstColumn), flow.type(styles[1])),
  ];
}

function heightOf(flow: PageFlow, [first, second]: Cells): number {
  return Math.max(first.length, second.length) * stepOf(flow) + 2 * paddingOf(flow);
}

function drawHead(flow: PageFlow, cells: Cells): void {
  const { pdf, tags } = flow;
  tags.artifact(() => {
    fill(pdf, colours.band);
    pdf.rect(page.margin, flow.y, flow.contentWidth, heightOf(flow, cells), 'F');
  });
  const [first, second] = cells;
  tagHeadRow(flow, [() => drawCell(flow, first, 0), () => drawCell(flow, second, firstColumn)]);
  flow.y += heightOf(flow, cells);
}

function drawRow(flow: PageFlow, cells: Cells): void {
  const { pdf, tags } = flow;
  const [height, split] = [heightOf(flow, cells), flow.contentWidth * firstColumn];
  tags.artifact(() => {
    pdf.setDrawColor(...colours.line);
    pdf.setLineWidth(0.2);
    pdf.rect(page.margin, flow.y, split, height, 'S');
    pdf.rect(page.margin + split, flow.y, flow.contentWidth - split, height, 'S');
  });
  const [first, second] = cells;
  tagRow(flow, { head: () => drawCell(flow, first, 0), cell: () => drawCell(flow, second, firstColumn) });
  flow.y += height;
}

function drawCell(flow: PageFlow, lines: readonly TextLine[], from: number): void {
  const width = flow.contentWidth * (from === 0 ? firstColumn : 1 - from) - 2 * paddingOf(flow);
  const [padding, step] = [paddingOf(flow), stepOf(flow)];
  lines.forEach((line, at) => {
    const y = flow.y + padding + at * step + step * 0.75;
    flow.pen.drawLine(line, page.margin + flow.contentWidth * from + padding, y, width);
  });
}
