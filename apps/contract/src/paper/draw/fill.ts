import type { jsPDF } from 'jspdf';
import type { Colour } from '../text/text-pen.ts';

/**
 * Sets the fill exactly: jsPDF alone rounds each part to hundredths, which shifts a colour by up to one
 * level.
 */
export function fill(pdf: jsPDF, colour: Colour): void {
  pdf.setFillColor(...colour);
  // Not in jsPDF's types, though its own plugins draw with it.
  const write: (operator: string) => void = Reflect.get(pdf.internal, 'write');
  write(`${colour.map((part) => (part / 255).toFixed(4)).join(' ')} rg`);
}
