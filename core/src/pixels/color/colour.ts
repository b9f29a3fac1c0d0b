export type Rgb = readonly [number, number, number];

/** `#RRGGBB` to its three channels, 0 to 255. Throws on anything else: colours are written by us. */
export function parseColour(hex: string): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`not a colour: ${hex}`);
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
