/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** From 0 up to before `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** Small numbers mostly, now and then one up to `max`. */
  count(max: number): number;
  bytes(length: number): Uint8Array;
}

export function seeded(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    count: (max) => Math.ceil(max ** (next() * next())),
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  };
}
