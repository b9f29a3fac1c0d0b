import type { Random } from './random.ts';

const maxRepeats = 20_000;
/** What a mutated file may come to; more would test the network, not the parsers. */
const maxBytes = 2 * 1024 * 1024;

/** Repeats, drops, moves, cuts and mixes pieces of a file: chunks, segments, elements or fragments. */
export function mutatePieces(pieces: readonly Uint8Array[], random: Random): Uint8Array[] {
  let mutated = [...pieces];
  for (let left = random.count(4); left > 0; left--) mutated = mutateOnce(mutated, random);
  return mutated;
}

function mutateOnce(pieces: Uint8Array[], random: Random): Uint8Array[] {
  const at = random.below(pieces.length);
  const piece = pieces[at] ?? new Uint8Array();
  const others = pieces.toSpliced(at, 1);
  switch (random.below(7)) {
    case 0:
      return pieces.toSpliced(at, 0, ...repeated(piece, random));
    case 1:
      return others.length > 0 ? others : pieces;
    case 2:
      return others.toSpliced(random.below(others.length + 1), 0, piece);
    case 3:
      return pieces.with(at, piece.subarray(0, random.below(piece.length + 1)));
    case 4:
      return pieces.with(at, flipped(piece, random));
    case 5:
      return pieces.toSpliced(at, 0, random.bytes(random.count(2_000)));
    default:
      return pieces.with(at, withLyingNumber(piece, random));
  }
}

function repeated(piece: Uint8Array, random: Random): Uint8Array[] {
  const times = Math.min(random.count(maxRepeats), Math.floor(maxBytes / (piece.length + 1)));
  return Array.from({ length: times }, () => piece);
}

function flipped(piece: Uint8Array, random: Random): Uint8Array {
  const changed = piece.slice();
  for (let left = random.count(8); left > 0 && changed.length > 0; left--)
    changed[random.below(changed.length)] = random.below(256);
  return changed;
}

/** Four bytes near the beginning, where lengths and counts stand, become a number of consequence. */
function withLyingNumber(piece: Uint8Array, random: Random): Uint8Array {
  if (piece.length < 4) return piece;
  const changed = piece.slice();
  const at = random.below(Math.min(piece.length - 3, 40));
  const value = random.pick([0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff, 1_000_000, piece.length]);
  new DataView(changed.buffer).setUint32(at, value, random.below(2) === 0);
  return changed;
}
