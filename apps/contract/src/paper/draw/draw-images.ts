import type { Box } from '@second-read/core/pixels/plane';
import type { KeyReportImage, ReportDocument, ReportImage } from '@second-read/core/report/document';
import { failedLabel, type PdfPicture, placeholderPicture } from '../pictures/picture.ts';
import { pictureWords, widthOf } from '../pictures/picture-words.ts';
import { scaleBarOf } from '../pictures/scale-bar.ts';
import { tagFigure } from '../tags/tag-figure.ts';
import type { TextLine, TextStyle } from '../text/text-pen.ts';
import { drawMark } from './draw-mark.ts';
import { fill } from './fill.ts';
import { colours, page, sizes } from './layout.ts';
import type { PageFlow } from './page-flow.ts';

export type PdfPictures = Readonly<Record<string, PdfPicture | undefined>>;

/** Kept between the conclusion and the frames, in millimeters. */
const imageMargin = 3;

const mostInRow = 3;

/**
 * The key images of a report, then its own pictures; of an exam only where its reader chose no key image.
 * Side by side in rows: framed squares of a third of the content width.
 */
export function drawImages(flow: PageFlow, document: ReportDocument, pictures: PdfPictures): void {
  const { images, keyImages = [], kind } = document;
  for (let at = 0; at < keyImages.length; at += mostInRow)
    drawRow(flow, keyImages.slice(at, at + mostInRow), { document, pictures });
  const isShown = images.length > 0 && (keyImages.length === 0 || kind !== 'exam');
  if (isShown) drawRow(flow, images, { document, pictures });
}

function drawRow(
  flow: PageFlow,
  images: readonly (ReportImage | KeyReportImage)[],
  { document, pictures }: { readonly document: ReportDocument; readonly pictures: PdfPictures },
): void {
  const count = images.length;
  const side = squareSide(flow, count);
  flow.y += flow.step(imageMargin);
  const rowWidth = count * side + (count - 1) * page.imageGap;
  const captions = images.map(({ label }) => flow.pen.wrap(label, side + page.framePadding, captionStyle));
  const more = captionStep * (Math.max(...captions.map((lines) => lines.length)) - 1);
  flow.reserve(side + 2 * page.framePadding + flow.step(page.rowStep) + more);
  const top = flow.y + page.framePadding;
  images.forEach((image, index) => {
    const left = (flow.width - rowWidth) / 2 + index * (side + page.imageGap);
    const picture = pictures[image.role] ?? placeholderPicture;
    drawFrame(flow, picture, { left, top, side });
    const alt = picture.loaded ? pictureWords(document, image) : failedLabel(image.label);
    tagFigure(flow, { alt, box: { x: left, y: top, width: side, height: side } }, () => {
      drawContent(flow, { document, image, picture, square: { left, top, side } });
      flow.tags.tag('Caption', () => drawCaption(flow, captions[index] ?? [], { left, top, side }));
    });
  });
  flow.y = top + side + page.framePadding + flow.step(page.rowStep) + more;
}

/** The picture with its numbers and scale, or that it is missing. */
function drawContent(
  flow: PageFlow,
  content: {
    readonly document: ReportDocument;
    readonly image: ReportImage | KeyReportImage;
    readonly picture: PdfPicture;
    readonly square: Square;
  },
): void {
  const { document, image, picture, square } = content;
  const box = onPaper(picture, square);
  flow.tags.content(() => flow.pdf.addImage(picture.jpeg, 'JPEG', box.x, box.y, box.width, box.height));
  if (!picture.loaded) drawFailure(flow, image.label, square);
  if (!picture.loaded) return;
  for (const mark of image.marks ?? []) drawMark(flow, mark, box);
  if (image.role === 'segmented') drawNumbers(flow, document, box);
  const ground = { x: square.left, y: square.top, width: square.side, height: square.side };
  // A key image may be a strip: there is room on the ground about it.
  const within = 'widthMm' in image ? ground : box;
  if (image.letters) drawLetters(flow, image.letters, within);
  const widthMm = widthOf(image, document);
  if (widthMm !== null) drawScaleBar(flow, widthMm, { picture: box, within });
}

const captionStyle: TextStyle = { size: sizes.caption, colour: colours.quiet };
/** From line to line, in millimeters. */
const captionStep = 3.6;

function drawCaption({ pen }: PageFlow, lines: readonly TextLine[], { left, top, side }: Square): void {
  lines.forEach((line, at) => {
    const x = left + (side - pen.measure(line.text, captionStyle)) / 2;
    pen.drawLine(line, x, top + side + page.framePadding + 4 + at * captionStep);
  });
}

interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/**
 * A third of the content width, times the ease of the paper; less where that many squares and their frames
 * would leave the margins.
 */
function squareSide({ contentWidth, ease }: PageFlow, count: number): number {
  const available = contentWidth - (count - 1) * page.imageGap - 2 * page.framePadding;
  return Math.min((contentWidth / 3) * ease, available / count);
}

/** The frame of the image, which keeps its proportions, a stretched one would show wrong shapes. */
function drawFrame({ pdf, tags }: PageFlow, picture: PdfPicture, { left, top, side }: Square): void {
  const frame = side + 2 * page.framePadding;
  tags.artifact(() => {
    pdf.setDrawColor(...colours.line);
    pdf.setLineWidth(0.3);
    pdf.rect(left - page.framePadding, top - page.framePadding, frame, frame, 'S');
    if (!picture.loaded) return;
    fill(pdf, colours.imageGround);
    pdf.rect(left, top, side, side, 'F');
  });
}

/** Where an image lies within its square, in millimetres. */
function onPaper(picture: PdfPicture, { left, top, side }: Square): Box {
  const scale = side / Math.max(picture.width, picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: left + (side - width) / 2, y: top + (side - height) / 2, width, height };
}

const numberRadius = 1.7;

/**
 * The report's numbers where its masses lie, as on the screen: black on a white disc, to be read on any
 * colour.
 */
function drawNumbers(
  { pdf, pen, tags }: PageFlow,
  { findings }: ReportDocument,
  { x, y, width, height }: Box,
): void {
  const style = { size: sizes.footer, colour: colours.text };
  for (const place of findings.flatMap(({ places = [] }) => places)) {
    const [atX, atY] = [x + (place.x / 100) * width, y + (place.y / 100) * height];
    tags.artifact(() => {
      fill(pdf, colours.white);
      pdf.circle(atX, atY, numberRadius, 'F');
    });
    pen.draw(String(place.number), atX, atY + numberRadius / 2, style, 'centre');
  }
}

/** At the middle of each border, white on black. */
function drawLetters(
  { pdf, pen, tags }: PageFlow,
  letters: NonNullable<ReportImage['letters']>,
  { x, y, width, height }: Box,
): void {
  const style = { size: sizes.caption, colour: colours.white, weight: 'bold' } as const;
  const [middle, centre] = [x + width / 2, y + height / 2];
  for (const [letter, atX, atY] of [
    [letters.left, x + 3, centre],
    [letters.right, x + width - 3, centre],
    [letters.top, middle, y + 3],
    [letters.bottom, middle, y + height - 3],
  ] as const) {
    if (letter === '') continue;
    tags.artifact(() => {
      fill(pdf, colours.imageGround);
      pdf.rect(atX - 1.7, atY - 1.7, 3.4, 3.4, 'F');
    });
    pen.draw(letter, atX, atY + 1, style, 'centre');
  }
}

/** At the lower left, white on black, with its length. */
function drawScaleBar(
  { pdf, pen, tags }: PageFlow,
  widthMm: number,
  { picture, within }: { readonly picture: Box; readonly within: Box },
): void {
  const bar = scaleBarOf(widthMm);
  if (bar === null) return;
  const length = (bar.mm / widthMm) * picture.width;
  const [x, y] = [within.x + 2, within.y + within.height - 2];
  const style = { size: sizes.footer, colour: colours.white };
  const width = pen.measure(bar.words, style);
  tags.artifact(() => {
    // Black below white: to be seen on any ground.
    for (const [[red, green, blue], thickness] of [
      [colours.imageGround, 1.1],
      [colours.white, 0.5],
    ] as const) {
      pdf.setDrawColor(red, green, blue);
      pdf.setLineWidth(thickness);
      pdf.line(x, y, x + length, y);
    }
    fill(pdf, colours.imageGround);
    pdf.rect(x - 0.4, y - 4, width + 0.8, 3, 'F');
  });
  pen.draw(bar.words, x, y - 1.7, style);
}

function drawFailure({ pen }: PageFlow, label: string, { left, top, side }: Square): void {
  const style = { size: sizes.caption, colour: colours.failed };
  const lines = pen.wrap(failedLabel(label), side - 4, style);
  lines.forEach((line, index) => {
    pen.drawLine(line, left + (side - pen.measure(line.text, style)) / 2, top + side / 2 + index * 4);
  });
}
