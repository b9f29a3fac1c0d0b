/** Values that are asked for by their place in rising order. */
interface Ranked {
  readonly count: number;
  /** The value with `rank` others before it, from 0. */
  at(rank: number): number;
}

/** Fewer values are sorted at once, and those of which more ranks are asked for. */
const fewestValues = 2048;
const maxRanks = 12;
/** The upper half of a value's 32 bits chooses its bucket. */
const bucketBits = 16;

/**
 * Finite values by rank without sorting them all: a few ranks of many values take a pass over them and sort
 * but the buckets that hold the ranks; `ranks` is how many will be asked for. `values` may be put into
 * another order.
 */
export function ranked(values: Float32Array, ranks: number): Ranked {
  if (values.length < fewestValues || ranks > maxRanks) {
    const sorted = values.sort();
    return { count: sorted.length, at: (rank) => sorted[rank] ?? Number.NaN };
  }
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const starts = bucketStarts(bits);
  const sorted = new Map<number, Float32Array>();
  return {
    count: values.length,
    at: (rank) => {
      const bucket = bucketHolding(starts, rank);
      const members = sorted.get(bucket) ?? membersOf(bucket, { values, bits, starts }).sort();
      sorted.set(bucket, members);
      return members[rank - (starts[bucket] ?? 0)] ?? Number.NaN;
    },
  };
}

/** Buckets rise with the values: the bits of negative numbers are turned, those of others set above them. */
function bucketOf(bits: number): number {
  const high = bits >>> bucketBits;
  return high & 0x8000 ? 0xffff - high : high | 0x8000;
}

/** How many values lie before each bucket, and at the end all. */
function bucketStarts(bits: Uint32Array): Uint32Array {
  const starts = new Uint32Array((1 << bucketBits) + 1);
  for (let i = 0; i < bits.length; i++) {
    const after = bucketOf(bits[i] ?? 0) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let bucket = 1; bucket < starts.length; bucket++) {
    starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0);
  }
  return starts;
}

/** The last bucket that begins at or before the rank: by halving, since starts never fall. */
function bucketHolding(starts: Uint32Array, rank: number): number {
  let [low, high] = [0, starts.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= rank) low = middle;
    else high = middle;
  }
  return low;
}

interface Buckets {
  readonly values: Float32Array;
  readonly bits: Uint32Array;
  readonly starts: Uint32Array;
}

function membersOf(bucket: number, { values, bits, starts }: Buckets): Float32Array {
  const members = new Float32Array((starts[bucket + 1] ?? 0) - (starts[bucket] ?? 0));
  for (let i = 0, n = 0; n < members.length; i++) {
    if (bucketOf(bits[i] ?? 0) === bucket) members[n++] = values[i] ?? 0;
  }
  return members;
}
