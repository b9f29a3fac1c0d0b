/** Towards the patient's left, back and head (PS3.3 C.7.6.2.1.1). */
export type Vector = readonly [x: number, y: number, z: number];

/** Where an image's rows and its columns run in the patient: to the right and down on the screen. */
export interface ImageDirections {
  readonly row: Vector;
  readonly column: Vector;
}

/**
 * The six cosines of Image Orientation (Patient); undefined unless they are two directions at right
 * angles.
 */
export function directionsOfCosines(cosines: readonly number[]): ImageDirections | undefined {
  const [a, b, c, d, e, f, ...others] = cosines;
  if (a === undefined || b === undefined || c === undefined || others.length > 0) return undefined;
  if (d === undefined || e === undefined || f === undefined) return undefined;
  return rightAngled([a, b, c], [d, e, f]);
}

const lettered: Readonly<Record<string, Vector>> = {
  L: [1, 0, 0],
  R: [-1, 0, 0],
  P: [0, 1, 0],
  A: [0, -1, 0],
  H: [0, 0, 1],
  F: [0, 0, -1],
};
/** A second letter says that a direction leans, not by how much (PS3.3 C.7.6.1.1.1). */
const lean = 0.3;

/** Both values of Patient Orientation, as `A\FR`; undefined where a value is no direction. */
export function directionsOfLetters(values: readonly string[]): ImageDirections | undefined {
  const [row, column] = values.map(directionOfLetters);
  return values.length === 2 && row && column ? rightAngled(row, column) : undefined;
}

function directionOfLetters(letters: string): Vector | undefined {
  const parts = [...letters].map((letter) => lettered[letter]);
  if (parts.length === 0 || parts.length > 3 || parts.includes(undefined)) return undefined;
  const sum = (axis: 0 | 1 | 2) => parts.reduce((all, part, i) => all + (part?.[axis] ?? 0) * lean ** i, 0);
  return [sum(0), sum(1), sum(2)];
}

/** The cosine of 80°: directions that are nearer to each other are no rows and columns. */
const nearest = 0.17;

function rightAngled(row: Vector, column: Vector): ImageDirections | undefined {
  const [r, c] = [unit(row), unit(column)];
  return r && c && Math.abs(dot(r, c)) < 2 * nearest ? { row: r, column: c } : undefined;
}

function unit(vector: Vector): Vector | undefined {
  const length = Math.hypot(...vector);
  if (!(length > 0.5 && length < 2)) return undefined;
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function negative([x, y, z]: Vector): Vector {
  return [0 - x, 0 - y, 0 - z];
}

/** At right angles to both. */
export function cross([a, b, c]: Vector, [d, e, f]: Vector): Vector {
  return [b * f - c * e, c * d - a * f, a * e - b * d];
}

/** Of the two normals of axial slices the one to the head; any other as it is. */
export function headwards([x, y, z]: Vector): Vector {
  return z < 0 && Math.abs(z) > Math.max(Math.abs(x), Math.abs(y)) ? negative([x, y, z]) : [x, y, z];
}

/** A smaller share of a direction than this is not lettered: 14 degrees. */
const letteredFrom = 0.25;

/** The letters of a direction, its largest part first: `A`, or `PL` of one that leans. */
export function lettersOf(direction: Vector): string {
  const pairs = ['LR', 'PA', 'HF'] as const;
  return direction
    .map((part, axis) => ({ size: Math.abs(part), letter: pairs[axis]?.[part > 0 ? 0 : 1] ?? '' }))
    .filter(({ size }) => size >= letteredFrom)
    .toSorted((one, other) => other.size - one.size)
    .map(({ letter }) => letter)
    .join('');
}
