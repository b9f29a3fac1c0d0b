import { parseColour } from './colour.ts';

/** Class number → `#RRGGBB`. Classes without a colour are not drawn. */
export type Palette = Readonly<Record<number, string>>;

/** Three bytes per class for fast look-up, and which classes have a colour. */
export function paletteTable(palette: Palette): { colours: Uint8Array; drawn: Uint8Array } {
  const colours = new Uint8Array(256 * 3);
  const drawn = new Uint8Array(256);
  for (const [number, hex] of Object.entries(palette)) {
    colours.set(parseColour(hex), Number(number) * 3);
    drawn[Number(number)] = 1;
  }
  return { colours, drawn };
}
