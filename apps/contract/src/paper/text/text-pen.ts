import { visibleText } from '@second-read/core/report/visible-text';
import type { jsPDF } from 'jspdf';
import type { Structure } from '../tags/structure.ts';
import { lettersOf, shapeArabic } from './arabic.ts';
import type { FontStyle } from './fonts.ts';
import type { TextPainter } from './text-painter.ts';
import { isRightToLeft, visualRuns } from './text-runs.ts';

export type Colour = readonly [red: number, green: number, blue: number];

export interface TextStyle {
  /** Points. */
  readonly size: number;
  readonly colour: Colour;
  readonly weight?: FontStyle;
}

/** One line ready to be drawn: shaped, in logical order, with the direction of its paragraph. */
export interface TextLine {
  readonly text: string;
  readonly rightToLeft: boolean;
  readonly style: TextStyle;
  /** Whether a paragraph begins with it. */
  readonly starts: boolean;
  /** The space at which the line was broken: unseen on paper, it keeps two words apart for who listens. */
  readonly gap: string;
}

const pointsPerUnit = 72 / 25.4;
/** Pixels per em of a line that is drawn as a picture: sharp at the size of a page. */
const paintedSize = 64;

/** Measures, breaks and draws text of any script on a page measured in millimetres. */
export class TextPen {
  readonly #pdf: jsPDF;
  readonly #fonts: ReadonlySet<string>;
  readonly #structure: Structure;
  readonly #supported = new Map<string, boolean>();
  readonly #painter: TextPainter | null;

  /**
   * @param fonts names already added to `pdf` (see `addFonts`).
   * @param painter draws lines that these fonts cannot; null: they print code points.
   */
  constructor(
    pdf: jsPDF,
    fonts: ReadonlySet<string>,
    structure: Structure,
    painter: TextPainter | null = null,
  ) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#structure = structure;
    this.#painter = painter;
  }

  /** Lines of at most `width`, broken at spaces, between CJK characters, or anywhere in a longer word. */
  wrap(text: string, width: number, style: TextStyle): TextLine[] {
    return text.split(/\r\n|\r|\n/).flatMap((paragraph) => {
      const shaped = shapeArabic(visibleText(paragraph.normalize('NFC').replaceAll('\t', ' ')));
      const rightToLeft = isRightToLeft(shaped);
      return this.#breakLine(shaped, width, style).map((line, at) => {
        const text = line.trimEnd();
        const gap = rightToLeft || line === text ? '' : ' ';
        return { text, gap, rightToLeft, style, starts: at === 0 };
      });
    });
  }

  /**
   * Draws one line with its baseline at `y`, as content of the current tag; a right-to-left one ends at
   * `x + width` when a width is given.
   */
  drawLine(line: TextLine, x: number, y: number, width?: number): void {
    this.#structure.content(() => this.#paint(line, x, y, width), lettersOf(line.text));
  }

  #paint(line: TextLine, x: number, y: number, width?: number): void {
    let at = line.rightToLeft && width !== undefined ? x + width - this.measure(line.text, line.style) : x;
    if (this.#needsPainter(line.text, line.style)) {
      this.#paintPicture(line, at, y);
      return;
    }
    this.#pdf.setFontSize(line.style.size);
    this.#pdf.setTextColor(...line.style.colour);
    for (const run of this.#runs(line.text + line.gap, line.style, line.rightToLeft)) {
      this.#pdf.setFont(run.font, 'normal');
      this.#pdf.text(run.text, at, y, { isInputVisual: true, isOutputVisual: true });
      at += this.#pdf.getTextWidth(run.text);
    }
  }

  /** The line in the system's fonts: other scripts, emoji. */
  #paintPicture({ text, rightToLeft, style }: TextLine, x: number, y: number): void {
    const { size, weight = 'normal', colour } = style;
    const asked = { size: paintedSize, weight, colour, rightToLeft };
    const painted = this.#painter?.paint(this.#written(text, style), asked);
    if (!painted) return;
    const unit = size / pointsPerUnit / paintedSize;
    const [width, height] = [painted.width * unit, painted.height * unit];
    this.#pdf.addImage(painted, 'RGBA', x, y - height * painted.ascent, width, height);
  }

  /** Draws text on one line from `x`, to `x`, or about `x`. */
  draw(
    text: string,
    x: number,
    y: number,
    style: TextStyle,
    align: 'left' | 'right' | 'centre' = 'left',
  ): void {
    const shaped = shapeArabic(visibleText(text.normalize('NFC').replaceAll(/\s+/g, ' ')));
    const width = align === 'left' ? 0 : this.measure(shaped, style);
    const start = { left: x, right: x - width, centre: x - width / 2 }[align];
    const rightToLeft = isRightToLeft(shaped);
    this.drawLine({ text: shaped, gap: '', rightToLeft, style, starts: true }, start, y);
  }

  /** Width in millimetres of shaped text on one line. */
  measure(text: string, style: TextStyle): number {
    if (this.#painter && this.#needsPainter(text, style)) {
      const ems = this.#painter.measure(this.#written(text, style), style.weight ?? 'normal');
      return (ems * style.size) / pointsPerUnit;
    }
    this.#pdf.setFontSize(style.size);
    let width = 0;
    for (const run of this.#runs(text, style, false)) {
      this.#pdf.setFont(run.font, 'normal');
      width += this.#pdf.getTextWidth(run.text);
    }
    return width;
  }

  #runs(text: string, style: TextStyle, rightToLeft: boolean) {
    return visualRuns(this.#written(text, style), style.weight ?? 'normal', rightToLeft);
  }

  /** Characters that nothing draws by their code points: names that differ never look alike. */
  #written(text: string, style: TextStyle): string {
    const written = [...text].map((character) => {
      const isDrawn = this.#canPrint(character, style) || this.#painter?.canDraw(character) === true;
      return isDrawn
        ? character
        : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
    });
    return written.join('');
  }

  #needsPainter(text: string, style: TextStyle): boolean {
    return [...text].some(
      (character) => !this.#canPrint(character, style) && this.#painter?.canDraw(character) === true,
    );
  }

  #canPrint(character: string, style: TextStyle): boolean {
    const cached = this.#supported.get(character);
    if (cached !== undefined) return cached;
    const [run] = visualRuns(character, style.weight ?? 'normal', false);
    const can = run !== undefined && this.#fonts.has(run.font) && hasGlyph(this.#pdf, run.font, character);
    this.#supported.set(character, can);
    return can;
  }

  /** Lines with the space, if any, at which they were broken. */
  #breakLine(text: string, width: number, style: TextStyle): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of breakable(text)) {
      if (line !== '' && this.measure((line + word).trimEnd(), style) > width) {
        lines.push(line);
        line = '';
      }
      line = line === '' ? word.trimStart() : line + word;
      while (this.measure(line.trimEnd(), style) > width && line.length > 1) {
        const fits = this.#longestFit(line, width, style);
        lines.push(line.slice(0, fits));
        line = line.slice(fits);
      }
    }
    return [...lines, line.trimEnd()];
  }

  #longestFit(text: string, width: number, style: TextStyle): number {
    let end = 1;
    while (end < text.length && this.measure(text.slice(0, end + 1), style) <= width) end += 1;
    const splitsPair = end > 1 && /[\ud800-\udbff]/.test(text[end - 1] ?? '');
    return splitsPair ? end - 1 : end;
  }
}

/** Height of a line of text in millimetres at the usual leading. */
export function lineHeight(size: number): number {
  return (size / pointsPerUnit) * 1.35;
}

/** Pieces between which a line may be broken: words with the space after them, single CJK characters. */
function breakable(text: string): string[] {
  return text.match(/[　-〿぀-ヿ㐀-鿿가-힯＀-￯]\s*|[^\s　-〿぀-ヿ㐀-鿿가-힯＀-￯]+\s*|\s+/g) ?? [];
}

/** jsPDF types a font's parsed tables as `any`; only the character map is asked. */
function hasGlyph(pdf: jsPDF, font: string, character: string): boolean {
  const metadata: { characterToGlyph?: (code: number) => number } = pdf
    .setFont(font, 'normal')
    .getFont().metadata;
  const code = character.codePointAt(0) ?? 0;
  return code <= 0xffff && (metadata.characterToGlyph?.(code) ?? 0) > 0;
}
