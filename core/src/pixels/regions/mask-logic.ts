import { type GreyPlane, type Mask, mask } from '../plane.ts';
import { insideOf, ones, wordsOf } from './mask-words.ts';

/** 1 where the mask is 0, and the other way round. */
export function invert(source: Mask): Mask {
  const out = mask(source.width, source.height);
  const [to, from] = [wordsOf(out.data), wordsOf(source.data)];
  for (let i = 0; i < to.length; i++) to[i] = insideOf(from[i] ?? 0) ^ ones;
  for (let i = 4 * to.length; i < out.data.length; i++) out.data[i] = source.data[i] === 0 ? 1 : 0;
  return out;
}

/** 1 where both are. */
export function intersection(a: Mask, b: Mask): Mask {
  const out = mask(a.width, a.height);
  const [to, first, second] = [wordsOf(out.data), wordsOf(a.data), wordsOf(b.data)];
  for (let i = 0; i < to.length; i++) to[i] = insideOf(first[i] ?? 0) & insideOf(second[i] ?? 0);
  for (let i = 4 * to.length; i < out.data.length; i++)
    out.data[i] = a.data[i] !== 0 && b.data[i] !== 0 ? 1 : 0;
  return out;
}

/** 1 where either is. */
export function union(a: Mask, b: Mask): Mask {
  const out = mask(a.width, a.height);
  const [to, first, second] = [wordsOf(out.data), wordsOf(a.data), wordsOf(b.data)];
  for (let i = 0; i < to.length; i++) to[i] = insideOf((first[i] ?? 0) | (second[i] ?? 0));
  for (let i = 4 * to.length; i < out.data.length; i++)
    out.data[i] = a.data[i] !== 0 || b.data[i] !== 0 ? 1 : 0;
  return out;
}

/** 1 where `a` is and `b` is not. */
export function difference(a: Mask, b: Mask): Mask {
  const out = mask(a.width, a.height);
  const [to, first, second] = [wordsOf(out.data), wordsOf(a.data), wordsOf(b.data)];
  for (let i = 0; i < to.length; i++) to[i] = insideOf(first[i] ?? 0) & ~insideOf(second[i] ?? 0);
  for (let i = 4 * to.length; i < out.data.length; i++)
    out.data[i] = a.data[i] !== 0 && b.data[i] === 0 ? 1 : 0;
  return out;
}

/** 1 where the value is above the threshold. */
export function above(plane: GreyPlane, threshold: number): Mask {
  const out = mask(plane.width, plane.height);
  const [to, from] = [out.data, plane.data];
  for (let i = 0; i < to.length; i++) to[i] = (from[i] ?? 0) > threshold ? 1 : 0;
  return out;
}

/** 1 where the value lies within the bounds, both included. */
export function between(plane: GreyPlane, min: number, max: number): Mask {
  const out = mask(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) {
    const value = plane.data[i] ?? 0;
    out.data[i] = value >= min && value <= max ? 1 : 0;
  }
  return out;
}

/** 1 where the label map has one of the classes. */
export function ofClass(labels: Mask, ...classes: readonly number[]): Mask {
  const wanted = new Uint8Array(256);
  for (const number of classes) wanted[number] = 1;
  const out = mask(labels.width, labels.height);
  const [to, from] = [out.data, labels.data];
  for (let i = 0; i < to.length; i++) to[i] = wanted[from[i] ?? 0] ?? 0;
  return out;
}

/** Number of pixels inside. */
export function area({ data }: Mask): number {
  const words = wordsOf(data);
  let count = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? 0;
    // The product's highest byte is the sum of all four.
    if (word !== 0) count += Math.imul(insideOf(word), ones) >>> 24;
  }
  for (let i = 4 * words.length; i < data.length; i++) count += data[i] === 0 ? 0 : 1;
  return count;
}

/** Twice the overlap over the sum of the areas (Dice 1945); 1 when both are empty. */
export function dice(a: Mask, b: Mask): number {
  const sum = area(a) + area(b);
  return sum === 0 ? 1 : (2 * area(intersection(a, b))) / sum;
}
