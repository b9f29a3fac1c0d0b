import type { PdfPicture } from '../pictures/picture.ts';
import { tagFigure } from '../tags/tag-figure.ts';
import type { TextStyle } from '../text/text-pen.ts';
import { colours, page, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';

/** Who the report is from, above the patient. */
export interface Letterhead {
  readonly name: string;
  /** Lines of the address, in order. */
  readonly address: readonly string[];
  readonly logo?: PdfPicture;
}

const logoBox = { width: 40, height: 14 } as const;

/** Logo at the left, name and address beside it, a rule below. */
export function drawLetterhead(flow: PageFlow, { name, address, logo }: Letterhead): void {
  const { pdf, pen, tags } = flow;
  const top = page.bandHeight + 5;
  const left = page.margin + (logo?.loaded ? drawLogo(flow, logo, { name, top }) + 4 : 0);
  const room = flow.width - page.margin - left;
  let y = top + 4;
  const block = (text: string, style: TextStyle, step: number) =>
    tags.tag('P', () => {
      for (const line of pen.wrap(text, room, style)) {
        pen.drawLine(line, left, y);
        y += step;
      }
    });
  block(name, { size: sizes.heading, colour: colours.text, weight: 'bold' }, 5);
  for (const text of address) block(text, { size: sizes.finding, colour: colours.quiet }, 3.8);
  flow.y = Math.max(y, logo?.loaded ? top + logoBox.height + 4 : 0);
  tags.artifact(() => {
    pdf.setDrawColor(...colours.line);
    pdf.setLineWidth(0.2);
    pdf.line(page.margin, flow.y - 1.5, flow.width - page.margin, flow.y - 1.5);
  });
}

/** Its width on paper, in millimeters. */
function drawLogo(
  flow: PageFlow,
  { jpeg, width, height }: PdfPicture,
  { name, top }: { name: string; top: number },
): number {
  const scale = Math.min(logoBox.width / width, logoBox.height / height);
  const box = { x: page.margin, y: top, width: width * scale, height: height * scale };
  tagFigure(flow, { alt: `Logo: ${name}`, box }, () =>
    flow.tags.content(() => flow.pdf.addImage(jpeg, 'JPEG', box.x, box.y, box.width, box.height)),
  );
  return box.width;
}
