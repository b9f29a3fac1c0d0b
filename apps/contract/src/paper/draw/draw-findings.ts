import { detectionOf, detectionWords } from '@second-read/core/report/detection';
import type { ReportDetail, ReportFinding } from '@second-read/core/report/document';
import { percentText } from '@second-read/core/report/percent';
import { tagRow } from '../tags/tag-row.ts';
import type { Colour, TextLine, TextStyle } from '../text/text-pen.ts';
import { fill } from './fill.ts';
import { colours, fallbackColour, page, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';

const label: TextStyle = { size: sizes.finding, colour: colours.text, weight: 'bold' };
const detail: TextStyle = { size: sizes.finding, colour: colours.text };
const quiet: TextStyle = { size: sizes.finding, colour: colours.quiet };
const indent = 6;
const labelWidth = 42;

/**
 * Each finding with its colour and confidence, its details one step lower: a table to who listens, with what
 * a row is about in its first cell.
 */
export function drawFindings(flow: PageFlow, findings: readonly ReportFinding[]): void {
  if (findings.length === 0) return;
  flow.reserve(flow.step(page.headingHeight) + 2 * flow.step(page.rowStep));
  flow.heading('Findings');
  flow.tags.tag('Table', () => {
    for (const [at, finding] of findings.entries()) {
      const tail = at === findings.length - 1 ? flow.tail : 0;
      flow.reserve(flow.step(page.rowStep) + flow.step(page.detailStep) + tail);
      drawFindingRow(flow, finding);
      if (finding.found) for (const entry of finding.details) drawDetail(flow, entry);
      if (finding.note) drawNote(flow, finding.note);
      flow.y += 1;
    }
  });
}

function drawFindingRow(flow: PageFlow, finding: ReportFinding): void {
  const { pdf, pen, tags } = flow;
  tags.artifact(() => {
    fill(pdf, colourOf(finding.colour));
    pdf.rect(page.margin, flow.y - 2.4, 3, 3, 'F');
  });
  const state = stateOf(finding);
  const x = page.margin + indent + labelWidth;
  tagRow(flow, {
    head: () => pen.draw(finding.label, page.margin + indent, flow.y, label),
    cell: () => {
      pen.draw(state.text, x, flow.y, state.style);
      if (state.note) pen.draw(state.note, x + pen.measure(state.text, state.style) + 2, flow.y, quiet);
    },
  });
  flow.y += flow.step(page.rowStep);
}

function stateOf(finding: ReportFinding): { text: string; style: TextStyle; note?: string } {
  const words = detectionWords[detectionOf(finding)];
  if (!finding.found) return { text: words, style: { size: sizes.finding, colour: colours.absent } };
  const style: TextStyle = { size: sizes.finding, colour: colours.detected, weight: 'bold' };
  if (finding.confidence === null) return { text: words, style };
  const note = finding.confidenceNote === undefined ? 'confidence' : `(${finding.confidenceNote})`;
  return { text: percentText(finding.confidence), style, note };
}

function drawDetail(flow: PageFlow, entry: ReportDetail): void {
  const x = page.margin + indent;
  const lines = flow.pen.wrap(entry.value, flow.contentWidth - indent - labelWidth, detail);
  flow.reserve(flow.step(page.detailStep));
  tagRow(flow, {
    head: () => flow.pen.draw(entry.label, x, flow.y, quiet),
    cell: () => drawDown(flow, lines, x + labelWidth),
  });
}

function drawNote(flow: PageFlow, note: string): void {
  const width = flow.contentWidth - indent;
  const lines = flow.pen.wrap(note, width, quiet);
  tagRow(flow, { cell: () => drawDown(flow, lines, page.margin + indent, width) });
}

function drawDown(flow: PageFlow, lines: readonly TextLine[], x: number, width?: number): void {
  for (const line of lines) {
    flow.reserve(flow.step(page.detailStep));
    flow.pen.drawLine(line, x, flow.y, width);
    flow.y += flow.step(page.detailStep);
  }
}

/** `#RRGGBB` as three numbers; anything else reads as the fallback grey. */
function colourOf(hex: string): Colour {
  const value = Number.parseInt((/^#[0-9a-f]{6}$/i.test(hex) ? hex : fallbackColour).slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
