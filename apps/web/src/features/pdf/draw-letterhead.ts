import { colours, page, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';
import type { PdfPicture } from './picture.ts';

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
  const { pdf, pen } = flow;
  const top = page.bandHeight + 5;
  const left = page.margin + (logo?.loaded ? drawLogo(flow, logo, top) + 4 : 0);
  const room = flow.width - page.margin - left;
  let y = top + 4;
  for (const line of pen.wrap(name, room, { size: sizes.heading, colour: colours.text, weight: 'bold' })) {
    pen.drawLine(line, left, y);
    y += 5;
  }
  for (const text of address) {
    for (const line of pen.wrap(text, room, { size: sizes.finding, colour: colours.quiet })) {
      pen.drawLine(line, left, y);
      y += 3.8;
    }
  }
  flow.y = Math.max(y, logo?.loaded ? top + logoBox.height + 4 : 0);
  pdf.setDrawColor(...colours.line);
  pdf.setLineWidth(0.2);
  pdf.line(page.margin, flow.y - 1.5, flow.width - page.margin, flow.y - 1.5);
}

/** Its width on paper, in millimeters. */
function drawLogo({ pdf }: PageFlow, { jpeg, width, height }: PdfPicture, top: number): number {
  const scale = Math.min(logoBox.width / width, logoBox.height / height);
  pdf.addImage(jpeg, 'JPEG', page.margin, top, width * scale, height * scale);
  return width * scale;
}
