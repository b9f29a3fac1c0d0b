import type { FontStyle } from './fonts.ts';

/** A line of text as a picture: where no font of the PDF has its characters. */
export interface PaintedText {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  /** Above the baseline, as a share of the height. */
  readonly ascent: number;
}

export interface PaintedStyle {
  /** Pixels per em. */
  readonly size: number;
  readonly weight: FontStyle;
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly rightToLeft: boolean;
}

/** Draws text with the fonts of the system. */
export interface TextPainter {
  /** Whether a character is drawn as itself, not as the box for what no font has. */
  canDraw(character: string): boolean;
  /** In ems. */
  measure(text: string, weight: FontStyle): number;
  paint(text: string, style: PaintedStyle): PaintedText;
}
