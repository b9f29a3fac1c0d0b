import { parseColour } from '../../pixels/color/colour.ts';

/** D65 white of sRGB (IEC 61966-2-1) in XYZ. */
const white = [0.95047, 1, 1.08883] as const;

/**
 * A colour `#RRGGBB` as DICOM writes CIELab: L 0 to 100 and a, b -128 to 127 stretched to 16 bits (PS3.3
 * C.10.7.1.1).
 */
export function dicomCielab(hex: string): [number, number, number] {
  const [r, g, b] = [...parseColour(hex)].map(linear) as [number, number, number];
  const x = fromXyz((0.4124 * r + 0.3576 * g + 0.1805 * b) / white[0]);
  const y = fromXyz((0.2126 * r + 0.7152 * g + 0.0722 * b) / white[1]);
  const z = fromXyz((0.0193 * r + 0.1192 * g + 0.9505 * b) / white[2]);
  return [
    stretch(116 * y - 16, 0, 100),
    stretch(500 * (x - y), -128, 127),
    stretch(200 * (y - z), -128, 127),
  ];
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromXyz(value: number): number {
  return value > (6 / 29) ** 3 ? Math.cbrt(value) : value / (3 * (6 / 29) ** 2) + 4 / 29;
}

function stretch(value: number, min: number, max: number): number {
  const share = (value - min) / (max - min);
  return Math.round(Math.min(Math.max(share, 0), 1) * 65535);
}
