import { parseColour } from '@second-read/core/pixels/color/colour';
import type { Box } from '@second-read/core/pixels/plane';
import type { ImageMark, KeyImageMark } from '@second-read/core/report/document';
import { fill } from './fill.ts';
import { colours, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';

/** As the screen draws it: in its colour on a dark seam, within the picture, its words at its right end. */
export function drawMark(flow: PageFlow, mark: ImageMark | KeyImageMark, box: Box): void {
  const { colour, points, isOpen = false, lines = [] } = { ...unworded, ...mark };
  const { pdf, tags } = flow;
  const places = points.map(({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height }));
  const [first] = places;
  if (first === undefined || places.length < 2) return;
  const ends = isOpen ? places.slice(1) : [...places.slice(1), first];
  const steps = ends.map(({ x, y }, at) => {
    const from = places[at] ?? first;
    return [x - from.x, y - from.y];
  });
  tags.artifact(() => {
    pdf.saveGraphicsState();
    pdf.rect(box.x, box.y, box.width, box.height, null);
    pdf.clip();
    pdf.discardPath();
    for (const [[red, green, blue], thickness] of [
      [colours.imageGround, 0.7],
      [parseColour(colour), 0.4],
    ] as const) {
      pdf.setDrawColor(red, green, blue);
      pdf.setLineWidth(thickness);
      pdf.lines(steps, first.x, first.y, [1, 1], 'S', !isOpen);
    }
    pdf.restoreGraphicsState();
  });
  const end = places.reduce((right, each) => (each.x > right.x ? each : right));
  if (lines.length > 0) drawWords(flow, lines, { end, box });
}

const unworded: Partial<KeyImageMark> = {};

/** From line to line, and about the words, in millimeters. */
const step = 2.8;
const room = 0.6;

/** White on black at a place of the picture, moved as far as they stay within it. */
function drawWords(
  { pdf, pen, tags }: PageFlow,
  lines: readonly string[],
  { end, box }: { readonly end: { x: number; y: number }; readonly box: Box },
): void {
  const style = { size: sizes.footer, colour: colours.white };
  const width = Math.max(...lines.map((line) => pen.measure(line, style))) + 2 * room;
  const height = lines.length * step + room;
  const within = (at: number, from: number, size: number) => Math.max(from, Math.min(at, from + size));
  const left = within(end.x + 1, box.x, box.width - width);
  const top = within(end.y - height / 2, box.y, box.height - height);
  tags.artifact(() => {
    fill(pdf, colours.imageGround);
    pdf.rect(left, top, width, height, 'F');
  });
  lines.forEach((line, at) => {
    pen.draw(line, left + room, top + (at + 1) * step - 0.6, style);
  });
}
