import type { jsPDF } from 'jspdf';
import { z } from 'zod';

/**
 * What a page's content stream says: text with its type, or a filled rectangle. Millimetres from the top
 * left.
 */
export interface PrintedText {
  readonly page: number;
  readonly text: string;
  readonly size: number;
  readonly colour: string;
  readonly x: number;
  readonly y: number;
}

export interface PrintedBox {
  readonly page: number;
  readonly paint: 'fill' | 'stroke' | 'image';
  readonly colour: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const pages = z.array(z.union([z.array(z.string()), z.undefined(), z.null()]));
const pageHeight = 841.89;
const unit = 72 / 25.4;

/** Reads the drawing operators back, with each font's own table from glyph to character. */
export function printed(pdf: jsPDF): { texts: PrintedText[]; boxes: PrintedBox[] } {
  const texts: PrintedText[] = [];
  const boxes: PrintedBox[] = [];
  const fonts = fontsById(pdf);
  pages.parse(Reflect.get(pdf.internal, 'pages')).forEach((operators, page) => {
    let colour = '';
    let stroke = '';
    let font = '';
    let size = 0;
    let [x, y] = [0, 0];
    let before = '';
    for (const line of (operators ?? []).join('\n').split('\n')) {
      const words = line.split(' ');
      const numbers = words.map(Number);
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
      const operator = words.at(-1);
      if (operator === 'rg') colour = rgb(a, b, c);
      if (operator === 'g') colour = rgb(a, a, a);
      if (operator === 'RG') stroke = rgb(a, b, c);
      if (operator === 'Tf') [font, size] = [(words[0] ?? '').slice(1), b];
      if (operator === 'Td') [x, y] = [a / unit, (pageHeight - b) / unit];
      if (operator === 'Tj')
        texts.push({ page, text: decode(words[0] ?? '', fonts.get(font)), size, colour, x, y });
      if (operator === 're') {
        const top = (pageHeight - Math.max(b, b + d)) / unit;
        const box = { page, x: a / unit, y: top, width: c / unit, height: Math.abs(d) / unit };
        boxes.push({ ...box, paint: 'fill', colour });
      }
      if (operator === 'S' && before === 're') {
        const last = boxes.pop();
        if (last) boxes.push({ ...last, paint: 'stroke', colour: stroke });
      }
      // A rectangle that was cut along, not drawn.
      if (operator === 'n' && before === 'W') boxes.pop();
      before = operator ?? '';
      if (operator === 'cm') {
        const box = { page, x: e / unit, y: (pageHeight - f - d) / unit, width: a / unit, height: d / unit };
        boxes.push({ ...box, paint: 'image', colour: '' });
      }
    }
  });
  return { texts, boxes };
}

function fontsById(pdf: jsPDF): Map<string, Record<number, number>> {
  const names = Object.keys(pdf.getFontList()).filter((name) => name.startsWith('noto'));
  return new Map<string, Record<number, number>>(
    names.map((name) => {
      const { id, metadata } = pdf.setFont(name, 'normal').getFont();
      return [String(id), metadata.toUnicode];
    }),
  );
}

function decode(hex: string, toUnicode: Record<number, number> = {}): string {
  const glyphs = hex.slice(1, -1).match(/.{4}/g) ?? [];
  return glyphs
    .map((glyph) => String.fromCodePoint(toUnicode[Number.parseInt(glyph, 16)] ?? 0xfffd))
    .join('');
}

function rgb(red: number, green: number, blue: number): string {
  return [red, green, blue].map((part) => Math.round(part * 255)).join(',');
}
