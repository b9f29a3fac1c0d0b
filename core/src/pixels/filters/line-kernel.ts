/**
 * Weighted sums of lines of 32-bit floats in WebAssembly, two pixels at a time: the middle line and pairs of
 * lines that weigh the same. In 64-bit floats and in the order of the loops of `convolve-separable.ts`, so
 * that results are the same to the last bit.
 */
export interface LineKernel {
  /** Grows to what is asked for; the views of before are then void. */
  reserve(bytes: number): {
    readonly integers: Int32Array;
    readonly floats: Float32Array;
    readonly doubles: Float64Array;
  };
  /**
   * At `places` the addresses of the middle line and then of each pair's two; at `weights` one double for
   * each of these. Writes `length` pixels to `out`, rounded up to whole eights.
   */
  run(places: number, weights: number, pairs: number, out: number, length: number): void;
}

/** What this file needs of the platform's WebAssembly, which the language's own library does not describe. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: {
    readonly initial: number;
  }) => {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  };
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly run: (...values: number[]) => void } };
};

let kernel: LineKernel | null | undefined;

/** Null where there is no WebAssembly with SIMD, or where a page forbids it. */
export function lineKernel(): LineKernel | null {
  if (kernel === undefined) kernel = load();
  return kernel;
}

const pageBytes = 65_536;

function load(): LineKernel | null {
  try {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { m: { m: memory } });
    const viewsOf = () => ({
      integers: new Int32Array(memory.buffer),
      floats: new Float32Array(memory.buffer),
      doubles: new Float64Array(memory.buffer),
    });
    let views = viewsOf();
    return {
      reserve(bytes) {
        const missing = Math.ceil((bytes - memory.buffer.byteLength) / pageBytes);
        if (missing > 0) {
          memory.grow(missing);
          views = viewsOf();
        }
        return views;
      },
      run: (places, weights, pairs, out, length) =>
        exports.run(places, weights, pairs, out, 4 * 8 * Math.ceil(length / 8)),
    };
  } catch {
    return null;
  }
}

const [i32, v128] = [0x7f, 0x7b];
/** Parameters and locals of the function. */
const local = {
  places: 0,
  weights: 1,
  pairs: 2,
  out: 3,
  bytes: 4,
  x: 5,
  k: 6,
  p: 7,
  q: 8,
  a: 9,
  b: 10,
  w: 11,
  sums: 12,
};
/** Of a loop: four pairs of pixels. */
const lanes = [0, 1, 2, 3];

const get = (index: number) => [0x20, index];
const set = (index: number) => [0x21, index];
const constant = (value: number) => [0x41, value];
const add = [0x6a];
const branchIf = [0x0d, 0];
const loop = (body: number[]) => [0x03, 0x40, ...body, 0x0b];
const load32 = (offset: number) => [0x28, 2, offset];
/** One double, in both lanes. */
const loadSplat = [0xfd, 0x0a, 3, 0];
/** Two floats, as two doubles. */
const loadPair = (offset: number) => [...[0xfd, 0x5d, 2, offset], ...[0xfd, 0x5f]];
/** Two doubles, as two floats. */
const storePair = (offset: number) => [...[0xfd, 0x5e], ...[0xfd, 0x5b, 2, offset, 0]];
const addPairs = [0xfd, 0xf0, 0x01];
const multiplyPairs = [0xfd, 0xf2, 0x01];
const step = (index: number, by: number) => [...get(index), ...constant(by), ...add, ...set(index)];

function functionBody(): number[] {
  const middle = lanes.flatMap((n) => [
    ...[...get(local.w), ...get(local.a), ...loadPair(8 * n), ...multiplyPairs],
    ...set(local.sums + n),
  ]);
  const pair = lanes.flatMap((n) => [
    ...[...get(local.sums + n), ...get(local.w), ...get(local.a), ...loadPair(8 * n)],
    ...[...get(local.b), ...loadPair(8 * n), ...addPairs, ...multiplyPairs, ...addPairs],
    ...set(local.sums + n),
  ]);
  const address = (table: number, offset: number, target: number) => [
    ...get(table),
    ...load32(offset),
    ...get(local.x),
    ...add,
    ...set(target),
  ];
  const eachPair = loop([
    ...address(local.p, 0, local.a),
    ...address(local.p, 4, local.b),
    ...[...get(local.q), ...loadSplat, ...set(local.w)],
    ...pair,
    ...[...step(local.p, 8), ...step(local.q, 8), ...step(local.k, -1 & 0x7f)],
    ...[...get(local.k), ...branchIf],
  ]);
  const write = lanes.flatMap((n) => [
    ...[...get(local.out), ...get(local.x), ...add],
    ...[...get(local.sums + n), ...storePair(8 * n)],
  ]);
  return loop([
    ...address(local.places, 0, local.a),
    ...[...get(local.weights), ...loadSplat, ...set(local.w)],
    ...middle,
    ...[...get(local.places), ...constant(4), ...add, ...set(local.p)],
    ...[...get(local.weights), ...constant(8), ...add, ...set(local.q)],
    ...[...get(local.pairs), ...set(local.k)],
    ...eachPair,
    ...write,
    ...step(local.x, 32),
    // Unsigned: less than.
    ...[...get(local.x), ...get(local.bytes), 0x49, ...branchIf],
  ]);
}

/** The module's bytes: one function over an imported memory. */
function moduleBytes(): Uint8Array {
  const locals = [2, 6, i32, 5, v128];
  const code = [...locals, ...functionBody(), 0x0b];
  const section = (id: number, content: number[]) => [id, ...unsigned(content.length), ...content];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 0]),
    ...section(2, [1, ...name('m'), ...name('m'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('run'), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}

const name = (text: string) => [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))];

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >> 7)];
}
