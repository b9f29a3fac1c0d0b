import { detectionOf, detectionWords } from '@second-read/core/report/detection';
import type { ReportDetail, ReportFinding } from '@second-read/core/report/document';
import { percentText } from '@second-read/core/report/percent';
import { fill } from './fill.ts';
import { colours, fallbackColour, page, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';
import type { Colour, TextStyle } from './text-pen.ts';

const label: TextStyle = { size: sizes.finding, colour: colours.text, weight: 'bold' };
const detail: TextStyle = { size: sizes.finding, colour: colours.text };
const quiet: TextStyle = { size: sizes.finding, colour: colours.quiet };
const indent = 6;
const labelWidth = 42;

/** Each finding with its colour and confidence, its details one step lower. */
export function drawFindings(flow: PageFlow, findings: readonly ReportFinding[]): void {
  if (findings.length === 0) return;
  flow.heading('Findings');
  for (const finding of findings) {
    flow.reserve(page.rowStep + page.detailStep);
    drawFindingRow(flow, finding);
    if (finding.found) for (const entry of finding.details) drawDetail(flow, entry);
    if (finding.note) drawNote(flow, finding.note);
    flow.y += 1;
  }
}

function drawFindingRow(flow: PageFlow, finding: ReportFinding): void {
  const { pdf, pen } = flow;
  fill(pdf, colourOf(finding.colour));
  pdf.rect(page.margin, flow.y - 2.4, 3, 3, 'F');
  pen.draw(finding.label, page.margin + indent, flow.y, label);
  const state = stateOf(finding);
  const x = page.margin + indent + labelWidth;
  pen.draw(state.text, x, flow.y, state.style);
  if (state.note) pen.draw(state.note, x + pen.measure(state.text, state.style) + 2, flow.y, quiet);
  flow.y += page.rowStep;
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
  lines.forEach((line, index) => {
    flow.reserve(page.detailStep);
    if (index === 0) flow.pen.draw(entry.label, x, flow.y, quiet);
    flow.pen.drawLine(line, x + labelWidth, flow.y);
    flow.y += page.detailStep;
  });
}

function drawNote(flow: PageFlow, note: string): void {
  for (const line of flow.pen.wrap(note, flow.contentWidth - indent, quiet)) {
    flow.reserve(page.detailStep);
    flow.pen.drawLine(line, page.margin + indent, flow.y, flow.contentWidth - indent);
    flow.y += page.detailStep;
  }
}

/** `#RRGGBB` as three numbers; anything else reads as the fallback grey. */
function colourOf(hex: string): Colour {
  const value = Number.parseInt((/^#[0-9a-f]{6}$/i.test(hex) ? hex : fallbackColour).slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
