/** Channels of one size, each value from 0 to 1. */
export interface Channels {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly Float32Array[];
}

/** What is known before: 1 inside, 2 outside, 0 to be found. */
export type Seeds = Uint8Array;

export interface WalkerOptions {
  /** How much a difference of values counts: the larger, the sharper the border follows edges. */
  readonly beta: number;
  /** Per pixel, how like the inside its value is, from 0 to 1; with `weight` 0 it does not count. */
  readonly likeness?: Float32Array;
  readonly weight?: number;
}

const mostSteps = 300;
const tolerance = 1e-3;

/**
 * The probability that a walker from each pixel meets an inside seed first (Grady, IEEE PAMI 28, 2006), with
 * priors by likeness (Grady, CVPR 2005). Conjugate gradients with the diagonal as preconditioner.
 */
export function randomWalker(channels: Channels, seeds: Seeds, options: WalkerOptions): Float32Array {
  const { width, height } = channels;
  const { across, down } = edgeWeights(channels, options.beta);
  const { likeness, weight = 0 } = options;
  const size = width * height;
  const diagonal = new Float32Array(size);
  const right = new Float32Array(size);
  const solution = new Float32Array(size);
  for (let at = 0; at < size; at++) {
    const x = at % width;
    diagonal[at] =
      weight +
      1e-6 +
      (x > 0 ? (across[at - 1] ?? 0) : 0) +
      (x < width - 1 ? (across[at] ?? 0) : 0) +
      (at >= width ? (down[at - width] ?? 0) : 0) +
      (at < size - width ? (down[at] ?? 0) : 0);
    solution[at] = seeds[at] === 1 ? 1 : 0;
    right[at] = weight * (likeness?.[at] ?? 0);
  }
  const multiply = (from: Float32Array, into: Float32Array) => {
    for (let at = 0; at < size; at++) {
      if (seeds[at] !== 0) {
        into[at] = 0;
        continue;
      }
      const x = at % width;
      let sum = (diagonal[at] ?? 0) * (from[at] ?? 0);
      if (x > 0) sum -= (across[at - 1] ?? 0) * (from[at - 1] ?? 0);
      if (x < width - 1) sum -= (across[at] ?? 0) * (from[at + 1] ?? 0);
      if (at >= width) sum -= (down[at - width] ?? 0) * (from[at - width] ?? 0);
      if (at < size - width) sum -= (down[at] ?? 0) * (from[at + width] ?? 0);
      into[at] = sum;
    }
  };
  solve({ multiply, diagonal, right, seeds }, solution);
  return solution;
}

interface Linear {
  readonly multiply: (from: Float32Array, into: Float32Array) => void;
  readonly diagonal: Float32Array;
  readonly right: Float32Array;
  readonly seeds: Seeds;
}

/** Changes `solution`; seeds keep their value. */
function solve({ multiply, diagonal, right, seeds }: Linear, solution: Float32Array): void {
  const size = solution.length;
  const applied = new Float32Array(size);
  multiply(solution, applied);
  const rest = new Float32Array(size);
  const way = new Float32Array(size);
  let energy = 0;
  for (let at = 0; at < size; at++) {
    if (seeds[at] !== 0) continue;
    rest[at] = (right[at] ?? 0) - (applied[at] ?? 0);
    way[at] = (rest[at] ?? 0) / (diagonal[at] ?? 1);
    energy += (rest[at] ?? 0) * (way[at] ?? 0);
  }
  const enough = energy * tolerance * tolerance;
  for (let step = 0; step < mostSteps && energy > enough && energy > 0; step++) {
    multiply(way, applied);
    let along = 0;
    for (let at = 0; at < size; at++) along += (way[at] ?? 0) * (applied[at] ?? 0);
    const by = energy / along;
    let next = 0;
    for (let at = 0; at < size; at++) {
      solution[at] = (solution[at] ?? 0) + by * (way[at] ?? 0);
      const left = (rest[at] ?? 0) - by * (applied[at] ?? 0);
      rest[at] = left;
      next += (left * left) / (diagonal[at] ?? 1);
    }
    const keep = next / energy;
    for (let at = 0; at < size; at++) way[at] = (rest[at] ?? 0) / (diagonal[at] ?? 1) + keep * (way[at] ?? 0);
    energy = next;
  }
}

/** By the squared difference of neighbors, in units of its mean. */
function edgeWeights({ width, height, planes }: Channels, beta: number) {
  const size = width * height;
  const across = new Float32Array(size);
  const down = new Float32Array(size);
  let [sum, count] = [0, 0];
  for (let at = 0; at < size; at++) {
    for (const plane of planes) {
      const value = plane[at] ?? 0;
      if (at % width < width - 1) across[at] = (across[at] ?? 0) + (value - (plane[at + 1] ?? 0)) ** 2;
      if (at < size - width) down[at] = (down[at] ?? 0) + (value - (plane[at + width] ?? 0)) ** 2;
    }
    sum += (across[at] ?? 0) + (down[at] ?? 0);
    count += 2;
  }
  const mean = sum / Math.max(1, count) || 1;
  for (let at = 0; at < size; at++) {
    across[at] = Math.exp((-beta * (across[at] ?? 0)) / mean) + 1e-4;
    down[at] = Math.exp((-beta * (down[at] ?? 0)) / mean) + 1e-4;
  }
  return { across, down };
}
