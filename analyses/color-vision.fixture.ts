type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/**
 * What a dichromat sees, on linear sRGB: Machado, Oliveira and Fernandes 2009, "A physiologically-based
 * model for simulation of color vision deficiency", severity 1.0.
 */
export const dichromacies: Readonly<Record<'protanopia' | 'deuteranopia' | 'tritanopia', Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const ordinary: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Every way of seeing that is looked at, ordinary vision first. */
export const visions = { ordinary, ...dichromacies } as const;

/** Distance of two `#RRGGBB` in CIELAB (CIE 1976), as they are seen. About 2.3 is just noticeable. */
export function seenDistance(a: string, b: string, vision: Matrix): number {
  const [one, other] = [lab(a, vision), lab(b, vision)];
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

function lab(color: string, vision: Matrix): Triple {
  const linear = [1, 3, 5].map((at) => toLinear(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  const [r, g, b] = vision.map((row) => clamp(dot(row, linear))) as unknown as Triple;
  // sRGB to XYZ under D65, by its white.
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function dot(row: Triple, values: readonly number[]): number {
  return row.reduce((sum, weight, at) => sum + weight * (values[at] ?? 0), 0);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function curve(value: number): number {
  return value > 216 / 24389 ? Math.cbrt(value) : (841 / 108) * value + 4 / 29;
}
